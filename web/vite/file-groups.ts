/** Libraries of every page, with the bundler's runtime. */
const libraries = /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|i18next)\//;

/** Own files that the sign-in page shares with the dashboard: none of them needs zod. */
const sharedSources =
  /preload-helper|\/(createReactComponent|defaultAttributes|IconKey|IconLink)\.mjs|\/web\/src\/(paths|app\/pages\/late-page|sign-in\/(api|go))\.|\/proto\/api\/(money|language-cookie)\.|\/web\/src\/(i18n\/(languages|start|t)\.|design\/(Mark|tokens|type)|api\/(request\/(failure|call|address|time-limit)|account\/session-broadcast)|shared\/(test-mode|describe\/(address|price))|ui\/\w+\/(PageTitle|focus-refused-field|time-zone|dates|money|form-errors|AmountLines|Details|TextField)\.)/;

/**
 * zod, and the schemas and rules of requests and replies. The sign-in page loads them when it checks what was typed:
 * also those of its own request, which would otherwise bring the dashboard and its styles along.
 */
const shapes =
  /node_modules\/zod\/|\/proto\/api\/((?!money|markdown|language-cookie)[^/]+|billing\/places\.ts|identity\/(redirect-target|session)\.ts)$/;

/**
 * The dashboard's foundation: store, router, and the base of components. A separate chunk, evaluated separately
 * (`main.ts`).
 */
const ground =
  /\/web\/src\/(api\/request\/base|app\/store)\.ts$|node_modules\/(react-router|react-redux|@reduxjs\/toolkit)\/|\/esm\/core\/(MantineProvider\/MantineProvider|Box\/Box|factory\/factory|styles-api\/use-styles\/use-styles)\.mjs$/;

/** The dashboard's first page, with all its remaining dependencies, in one chunk. */
const firstPage = /\/web\/src\/(app\/start|features\/overview\/OverviewPage)\.tsx$/;

/** Styles of what is shown later, included in its style sheet: they are small, and each sheet is a request. */
const laterStyles =
  /\/web\/src\/(features\/overview\/\w+|ui\/\w+\/(Chart|DateTime|Money|StatusBadge|TextLink))\.module\.css$/;

/** The part of the overview below the figures, with its dependencies beyond the first page, in one chunk. */
const below = /\/web\/src\/(features\/overview\/(Activity|FirstSteps)|ui\/chart\/Chart)\.tsx$/;

/** The texts that every page needs, and those of every dashboard page, in one chunk per language. */
const wordGroups = ['en', 'de'].flatMap((language) =>
  Object.entries({
    [`first-words-${language}`]: 'common|sign-in',
    [`words-${language}`]: 'app|chart|errors|overview|shared|table|ui',
  }).map(([name, words]) => ({ name, test: new RegExp(`/web/src/locales/${language}/(${words})\\.json$`) })),
);

/** Form components, and the small components around them on most pages. */
const fields =
  /\/esm\/components\/(ActionIcon|Alert|Checkbox|Group|NativeSelect|Paper|PasswordInput|Stack|Switch|TextInput|Textarea)\/\w+\.mjs$|\/@mantine\/form\/|\/hooks\/esm\/use-(debounced-value|disclosure)\/|\/Icon(Arrow(Down|Up)|Check|ChevronDown|Copy|Download|Trash|X)\.mjs$|\/web\/src\/(shared\/changed-parts|ui\/\w+\/(FormError|LoadingPage|PasswordField|QueryPage|Stacked|save-text|typed-values))\./;

/** Floating elements, and forms whose buttons explain why they are disabled. */
const floating =
  /\/esm\/components\/(Menu|Modal|Popover|Select|Tooltip)\/\w+\.mjs$|\/web\/src\/(shared\/PageForm|ui\/\w+\/(ConfirmDialog|Dialog|DialogActions|FormLayout|GuardedButton|guarded-form))\./;

/** List components. */
const lists =
  /\/web\/src\/(api\/request\/exports|shared\/(PageList|selection\/\w+|this-month|filters\/(NamedFilter|ProductFilter))|ui\/(display\/Person|filters\/(list-state|\w+)|table\/(?!csv|ListError)(list-subtitle|\w+)))\./;

/** Rights of apps, in words. */
const rights = /\/web\/src\/shared\/rights\/|\/proto\/api\/organization\/oauth\//;

/** Rarely visited, but then several pages at a time: the first page has to contain the name of each chunk. */
const apps = /\/web\/src\/(features\/oauth-apps\/(?!routes)|api\/\w+\/oauth-)/;

/**
 * Chunks of modules that are loaded together, each with one style sheet; the first matching group takes a module,
 * with its dependencies that no earlier group has. First come modules shared by both bundles, so that the sign-in
 * page loads nothing of the dashboard; then its first page; then modules of many pages, which would otherwise be
 * dozens of files per page.
 */
export const fileGroups = [
  { name: 'shared', test: new RegExp(`${libraries.source}|${sharedSources.source}`) },
  { name: 'shapes', test: shapes },
  { name: 'ground', test: ground },
  { name: 'dashboard', test: new RegExp(`${firstPage.source}|${laterStyles.source}`) },
  { name: 'below', test: below },
  { name: 'way-in', test: /\/web\/src\/sign-in\/start\.tsx$/ },
  ...wordGroups,
  { name: 'fields', test: fields },
  { name: 'floating', test: floating },
  { name: 'lists', test: lists },
  { name: 'rights', test: rights },
  { name: 'apps', test: apps },
];
