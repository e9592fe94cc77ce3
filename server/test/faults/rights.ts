import type { SourceFault } from './fault.ts'

const checkAccess = 'server/platform/http/check-access.ts'

/** What somebody who is signed in may do. */
export const rightsFaults: SourceFault[] = [
  {
    name: 'any-flag',
    says: 'An administrator’s role without a menu’s flag may call what is behind it.',
    file: checkAccess,
    before: '(permission === undefined || mayUse(rights, permission))',
    after: '(permission === undefined || hasAnyMenu(rights))',
    test: 'server/test/access/flags.test.ts',
  },
  {
    name: 'restricted-sales',
    says: 'An account executive without a connected account has the rights of one with it.',
    file: 'contract/guards/access-context.ts',
    before: "rights.kind === 'accountExecutive' && isConnected(rights)",
    after: "rights.kind === 'accountExecutive'",
    test: 'contract/guards/menus.test.ts',
  },
  {
    name: 'overwrite-a-colleague',
    says: 'A form that was opened before a colleague saved it overwrites what the colleague wrote.',
    file: 'server/areas/activity/form-version.ts',
    before: 'if (was === is) return',
    after: 'if (was.length === is.length) return',
    test: 'server/areas/activity/form-version.test.ts',
  },
  {
    name: 'script-in-an-agreement',
    says: 'A link in a text of an agency may run a script.',
    file: 'web/ui/parse-html.ts',
    before: 'href) ? href : undefined',
    after: 'href) ? href : href',
    test: 'web/ui/parse-html.test.ts',
  },
  {
    name: 'script-sinks',
    says: 'Pages let scripts write HTML from texts.',
    file: 'server/platform/http/security-headers.ts',
    before: '    "require-trusted-types-for \'script\'",\n',
    after: '',
    test: 'server/platform/http/pages.test.ts',
  },
]
