import type { DemoMarks } from '#server/demo-rows.ts'
import { nowhere, personAt } from './persons.ts'
import { brands, demoId, demoSeed, users } from './world.ts'

/** Tells a demo database from one that is in real use. */
export const demoMarks: DemoMarks = {
  companyIds: brands.map(({ company }) => demoId(company)),
  userIds: users.map(({ email }) => demoId(email)),
  personIds: [0, 1, 2].map((n) => personAt(demoSeed, n, nowhere).externalId),
}
