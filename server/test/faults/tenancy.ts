import type { SourceFault } from './fault.ts'

const checkAccess = 'server/platform/http/check-access.ts'
const findReach = 'server/platform/http/find-reach.test.ts'
const scope = 'server/platform/database/scope.ts'
const scopeTest = 'server/platform/database/scope.test.ts'

/** Who sees whose rows. */
export const tenancyFaults: SourceFault[] = [
  {
    name: 'reach-everything',
    says: 'A caller may reach every object that exists in its scope, whatever the operation grants.',
    file: checkAccess,
    before: 'if (grant.reach.includes(relation)) return',
    after: 'if (path) return',
    test: findReach,
  },
  {
    name: 'place-of-anybody',
    says: 'Where a company is in the tree is remembered for all callers alike, also for those who may not see it.',
    file: checkAccess,
    before: 'const place = `${scopeKey(caller.scope)} ${id}`',
    after: 'const place = id',
    test: findReach,
  },
  {
    name: 'foreign-is-sibling',
    says: 'A company of another operator counts as one of the same.',
    file: checkAccess,
    before: "if (to.rootId !== from.rootId) return 'foreign'",
    after: '',
    test: findReach,
  },
  {
    name: 'stay-root',
    says: 'After a look at the operator’s rows, a transaction keeps the operator’s scope.',
    file: scope,
    before: '  await narrow()\n  return result',
    after: '  return result',
    test: 'server/platform/database/read-as-root.test.ts',
  },
  {
    name: 'keep-scope',
    says: 'A connection goes back to the pool with the scope of whoever used it.',
    file: scope,
    before: "return `SET LOCAL ${name} = '${id}'`",
    after: "return `SET ${name} = '${id}'`",
    test: scopeTest,
  },
  {
    name: 'id-as-given',
    says: 'An id is put into a statement without a check.',
    file: scope,
    before: 'if (!uuid.test(id)) throw',
    after: 'if (!id) throw',
    test: scopeTest,
  },
  {
    name: 'sales-see-all',
    says: 'Sales staff see all agencies of the operator.',
    file: 'server/areas/sign-in/caller-of.ts',
    before: "return { kind: 'staff', rootId, userId }",
    after: "return { kind: 'root', rootId }",
    test: 'server/areas/companies/tree/sales-scope.test.ts',
  },
  {
    name: 'organization-of-another',
    says: 'A campaign can be linked to the organization of another client.',
    file: 'server/areas/audiences/check-link.ts',
    before: 'and id = $2 and client_id = $3 for share',
    after: 'and id = $2 and $3::uuid is not null for share',
    test: 'server/areas/audiences/organizations.test.ts',
  },
  {
    name: 'report-of-removed',
    says: 'A link to a report opens after its agency was removed.',
    file: 'server/areas/reports/links/open-shared-report.ts',
    before: 'and agency.id = link.agency_id and agency.removed_at is null',
    after: 'and agency.id = link.agency_id',
    test: 'server/areas/reports/links/links.test.ts',
  },
]
