import type { PipelineCampaign, PipelinePerson, PipelineWorld } from './pipeline-world.ts'

/** The stored settings of a B2B ID campaign, with one rule: it wants software firms. */
export const storedProfile = (profile: object = {}): object => ({
  match: 'all',
  least: 1,
  industries: ['information'],
  sizes: [],
  seniorities: [],
  departments: [],
  titles: [],
  states: [],
  excludedDomains: [],
  companyWindow: '1 month',
  suggestsContacts: true,
  information: [],
  ...profile,
})

const softwareFirm = {
  company_domain: 'northwind.example',
  company_name: 'Northwind Software',
  industry: 'Software and media',
  employee_band: '51-200',
  headquarters: 'Austin, TX',
  job_title: 'VP Marketing',
}

export const makeB2bCampaign = (
  world: PipelineWorld,
  profile: object = {},
  settings: Record<string, unknown> = {},
): Promise<PipelineCampaign> =>
  world.makeCampaign({ module: 'b2b', name: 'Software firms', module_settings: storedProfile(profile), ...settings })

/** Sets a person's job; null removes a trait from the default ones. */
export async function setJob(
  world: Pick<PipelineWorld, 'db'>,
  person: PipelinePerson,
  work: Record<string, string | null> = {},
): Promise<PipelinePerson> {
  const kinds = Object.entries({ ...softwareFirm, ...work }).filter(([, value]) => value !== null)
  await world.db.adminPool.query(
    `insert into trait (person_id, name, value) select $1, name, value from unnest($2::text[], $3::text[]) as k (name, value)`,
    [person.id, kinds.map(([name]) => name), kinds.map(([, value]) => value)],
  )
  return person
}
