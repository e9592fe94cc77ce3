import type { Pool } from 'pg'
import { modulesWithPixel, type Module } from '#contract/campaigns/modules.ts'
import { definition as b2b } from '#server/areas/campaigns/modules/b2b/definition.ts'
import { definition as enhance } from '#server/areas/campaigns/modules/enhance/definition.ts'
import { definition as locator } from '#server/areas/campaigns/modules/locator/definition.ts'
import { printTable } from '../support/figures.ts'
import type { Platform } from '#server/platform/platform.ts'
import { personOf, now_ms, type Sizes } from './load.ts'
import { runPlainStatement } from './plain-statement.ts'
import { addTo, nothing, rate, resolveAll, share } from './work.ts'

// The events of the other modules through the pipeline: searches of Search ID and Enhance ID, visits to B2B ID.

/** One warms up, the others are measured. */
const agenciesOfEach = 4

/** New campaigns' settings; B2B ID also asks for a profile, so that no stage is skipped. */
const settings = {
  locator: locator.defaults.settings,
  enhance: enhance.defaults.settings,
  b2b: { ...b2b.defaults.settings, seniorities: ['owner', 'director'] },
} satisfies Partial<Record<Module, object>>

type Other = keyof typeof settings
const others = Object.keys(settings) as Other[]

/** The modules of further agencies, in order. */
export const agenciesOfModules: Module[] = others.flatMap((module) =>
  Array.from({ length: agenciesOfEach }, () => module),
)

/** What is known of each person, as SQL: for Enhance ID seven kinds, for B2B ID a job at a company of their own. */
const traits: Partial<Record<Module, string>> = {
  enhance: `('age_band', '35-44'), ('gender', 'female'), ('marital_status', 'married'), ('education', 'college'),
    ('home', 'owner'), ('income_band', '100-150k'), ('interests', 'gardening')`,
  b2b: `('job_title', 'Director of Operations'), ('seniority', 'Director'), ('company_name', 'Company ' || id),
    ('company_domain', 'c' || id || '.example'), ('industry', 'Construction'), ('employee_band', '51-200')`,
}

/** Prepares the agencies of one module: settings, and what is known of the people of their hits. */
async function prepare(adminPool: Pool, module: Other, first: number, sizes: Sizes): Promise<void> {
  await adminPool.query('update campaign set module_settings = $2 where module = $1', [
    module,
    JSON.stringify(settings[module]),
  ])
  if (!traits[module]) return
  const until = (first + agenciesOfEach) * sizes.hitsOfAgency
  const people = `(select distinct ${personOf('n', String(sizes.persons))} as id
                     from generate_series(${first * sizes.hitsOfAgency + 1}::bigint, ${until}) n) person`
  await adminPool.query(
    `insert into trait select id, name, value from ${people} cross join lateral (values ${traits[module]}) as t (name, value)
     on conflict do nothing`,
  )
  // Enhance ID asks for a record that was verified lately.
  await adminPool.query(`update person p set updated_at = $1 from ${people} where p.id = person.id`, [new Date(now_ms)])
}

/** Runs each module's events beside the plain statement of the same rows, in turns; the ratio by module. */
export async function compareModules(
  platform: Platform,
  adminPool: Pool,
  serverPid: number,
  agencyIds: readonly string[],
  sizes: Sizes,
): Promise<Record<string, number>> {
  const first = agencyIds.length - agenciesOfModules.length
  for (const [at, module] of others.entries()) await prepare(adminPool, module, first + at * agenciesOfEach, sizes)
  await adminPool.query('vacuum analyze')
  const ratios: Record<string, number> = {}
  const rows: (string | number)[][] = []
  for (const [at, module] of others.entries()) {
    const [plain, whole] = [nothing(), nothing()]
    const isOfVisits = modulesWithPixel.includes(module)
    const [warm, ...rest] = agencyIds.slice(first + at * agenciesOfEach, first + (at + 1) * agenciesOfEach)
    await runPlainStatement(adminPool, [warm!], 1, isOfVisits)
    await resolveAll(platform, [warm!], 1)
    for (const id of rest) {
      await addTo(plain, serverPid, () => runPlainStatement(adminPool, [id], 1, isOfVisits))
      await addTo(whole, serverPid, () => resolveAll(platform, [id], 1))
    }
    ratios[module] = share(rate(whole), rate(plain))
    rows.push([module, rate(whole), whole.leads, rate(plain), plain.leads, ratios[module]])
  }
  printTable(['events of', 'events/s', 'leads', 'plain statement/s', 'its leads', 'ratio'], rows)
  return ratios
}
