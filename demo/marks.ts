import type { DemoMarks } from '#server/demo-rows.ts'
import { nowhere, personAt } from './persons.ts'
import { brands, demoId, demoSeed, users } from './world.ts'

/** What tells a database of the demo from one in which somebody works. */
export const demoMarks: DemoMarks = {
  companyIds: brands.map(({ company }) => demoId(company)),
  userIds: users.map(({ email }) => demoId(email)),
  personIds: [0, 1, 2].map((n) => personAt(demoSeed, n, nowhere).externalId),
}
