import { publicDocuments } from '#contract/agreements/document-names.ts'
import type { TestTree, TestUser } from '#server/test/factories.ts'

/** Whose pages, and which: `:company`, `:campaign` and `:lead` stand for ids, `=?` for a text to be searched. Nobody's are public. */
export const pagesOf = (tree: TestTree): readonly [TestUser | null, readonly string[]][] => [
  [null, ['/login', '/register', ...publicDocuments.map((name) => `/${name}`)]],
  [
    tree.acme.owner,
    [
      '/configuration/client-management',
      '/configuration/client-management?search=?',
      '/configuration/client-management/:company',
      '/configuration/administrator-list',
      '/configuration/role-list',
      '/configuration/general-setting',
      '/configuration/general-setting?section=company',
      '/configuration/general-setting?section=modules',
      '/configuration/general-setting?section=support',
      '/configuration/general-setting?section=user-logs',
      '/user/profile',
      '/user/profile-setup',
      '/user/questionnaire',
      '/user/questionnaire-add',
      '/user/agreements',
      '/siteid/campaign-management',
      '/siteid/campaign-management?search=?',
      '/siteid/campaign-management/new',
      '/siteid/campaign-management/:campaign',
      '/siteid/campaign-management/:campaign/edit',
      '/siteid/leads',
      '/siteid/leads?search=?',
      '/siteid/leads/:lead',
      '/siteid/visits',
      '/siteid/deliveries',
      '/Client',
      '/Audience',
    ],
  ],
  [
    tree.root.system,
    [
      '/configuration/agency-list',
      '/configuration/agency-list?search=?',
      '/configuration/general-setting?section=user-logs',
      '/configuration/data-enrichment',
      '/configuration/data-enrichment?part=information',
    ],
  ],
  [
    tree.acme.clients[0]!.user,
    ['/siteid/campaign-management', '/siteid/leads', '/siteid/leads/:lead', '/user/profile'],
  ],
]
