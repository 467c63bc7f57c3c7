/** What every page stands on, with what joins the files of the build. */
const libraries = /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|i18next)\//;

/** Our own files that the page of signing in shares with the dashboard: none of them needs zod. */
const sharedSources =
  /preload-helper|\/(createReactComponent|defaultAttributes|IconKey|IconLink)\.mjs|\/web\/src\/(paths|app\/late-page|sign-in\/(api|go))\.|\/proto\/api\/(money|language-cookie)\.|\/web\/src\/(i18n\/(languages|start|t)\.|design\/(Mark|tokens|type)|api\/(failure|call|address|session-broadcast)|shared\/(test-mode|describe\/(address|price))|ui\/(PageTitle|focus-refused-field|time-zone|dates|money|form-errors|AmountLines|Details|TextField)\.)/;

/** The library that reads requests and replies, and what their shapes are made of; the page of signing in has none. */
const shapes = /node_modules\/zod\/|\/proto\/api\/(?!money|markdown|language-cookie)[^/]+$/;

/** What the dashboard stands on: store, router, and what components are made with. A file of its own, run apart (`main.ts`). */
const ground =
  /\/web\/src\/(api\/base|app\/store)\.ts$|node_modules\/(react-router|react-redux|@reduxjs\/toolkit)\/|\/esm\/core\/(MantineProvider\/MantineProvider|Box\/Box|factory\/factory|styles-api\/use-styles\/use-styles)\.mjs$/;

/** What the dashboard begins with; with it goes, in one file, whatever it stands on and nobody named above. */
const firstPage = /\/web\/src\/(app\/start|features\/overview\/OverviewPage)\.tsx$/;

/** The styles of what it shows later are in its style sheet: they are small, and each sheet is a request. */
const laterStyles =
  /\/web\/src\/(features\/overview\/\w+|ui\/(chart\/Chart|Money|StatusBadge|TextLink))\.module\.css$/;

/** What the overview shows after its figures; with it goes, in one file, whatever it stands on beside the first page. */
const below = /\/web\/src\/(features\/overview\/(Activity|FirstSteps)|ui\/chart\/Chart)\.tsx$/;

/** The words that every page needs, and those that every page of the dashboard needs, in a file each a language. */
const wordGroups = ['en', 'de'].flatMap((language) =>
  Object.entries({
    [`first-words-${language}`]: 'common|sign-in',
    [`words-${language}`]: 'app|chart|errors|overview|shared|table|ui',
  }).map(([name, words]) => ({ name, test: new RegExp(`/web/src/locales/${language}/(${words})\\.json$`) })),
);

/** What forms are made of, and the small parts that stand around them on most pages. */
const fields =
  /\/esm\/components\/(ActionIcon|Alert|Checkbox|Group|NativeSelect|Paper|PasswordInput|Stack|Switch|TextInput|Textarea)\/\w+\.mjs$|\/@mantine\/form\/|\/hooks\/esm\/use-(debounced-value|disclosure)\/|\/Icon(Arrow(Down|Up)|Check|ChevronDown|Copy|Download|Trash|X)\.mjs$|\/web\/src\/(shared\/changed-parts|ui\/(FormError|LoadingPage|PasswordField|QueryPage|Stacked|save-text|typed-values))\./;

/** What floats above a page, and the forms whose buttons say why they cannot be pressed. */
const floating =
  /\/esm\/components\/(Menu|Modal|Popover|Select|Tooltip)\/\w+\.mjs$|\/web\/src\/(shared\/PageForm|ui\/(ConfirmDialog|Dialog|DialogActions|FormLayout|GuardedButton|guarded-form))\./;

/** What lists are made of. */
const lists =
  /\/web\/src\/(api\/exports|shared\/(selection\/\w+|this-month|filters\/(NamedFilter|ProductFilter))|ui\/(DataTable|Person|Filters|SearchField|ExportLink|list-state|list-subtitle|filters\/\w+|table\/\w+))\./;

/** What apps may do, in words. */
const rights = /\/web\/src\/shared\/rights\/|\/proto\/api\/organization\/oauth\//;

/** What few people open, and then several of its pages: the first page has to know the name of each file. */
const apps = /\/web\/src\/(features\/oauth-apps\/(?!routes)|api\/oauth-)/;

/**
 * What is loaded together, in one file and one sheet each; the first group that a file fits in takes it, with whatever that
 * stands on and no group before has. What both bundles need is first, so that the page of signing in loads nothing of the dashboard;
 * then what its first page begins with; then what many pages are made of, which would else be dozens of files a page.
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
