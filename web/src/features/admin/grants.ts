type Grants = Record<string, string[]>;

const resources: Record<string, string> = { user: 'Users', session: 'Sessions' };
const actions: Record<string, string> = { 'set-role': 'give roles', 'set-password': 'set passwords' };

/** What a role lets people do: "Users: create, list, give roles. Sessions: revoke." */
export const describeGrants = (grants: Grants): string => {
  const parts = Object.entries(grants)
    .filter(([, granted]) => granted.length > 0)
    .map(([resource, granted]) => {
      const doing = granted.map((action) => actions[action] ?? action).join(', ');
      return `${resources[resource] ?? resource}: ${doing}.`;
    });
  return parts.length > 0 ? parts.join(' ') : 'No rights over other accounts.';
};
