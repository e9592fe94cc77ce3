import { requestRetention_days } from '#contract/privacy/choices.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { findOwners } from '#server/areas/identity/find-persons.ts'
import { readHeld, type HeldPerson } from '#server/areas/identity/read-held.ts'
import { readDisclosures, type Disclosure } from '#server/areas/integrations/deliveries/read-disclosures.ts'
import { listAgencies } from '#server/areas/leads/list-agencies.ts'
import { countTraces } from '#server/areas/leads/read/count-traces.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ShownRequest } from './requests.ts'

/** What a person states to see values, not only kinds of them. */
export interface Statement {
  lastName: string
  zip: string
  /** That they are the person. */
  isDeclared: boolean
}

/** As `retention/lines.ts` has it; a test compares them. */
export const kept_for = {
  identity_data: 'no end is set; an opt-out ends its use',
  visits: '90 days',
  links_of_browsers: '180 days after the browser was last seen',
  disclosed_records: '24 months after the campaign ended',
  this_request: `${requestRetention_days} days`,
} as const

/**
 * What is held about whoever has the request's address, by source, and to whom it was sold or disclosed. A mailbox is one proof; several
 * people may read it. So kinds and names of receivers are shown to everybody who has it, values only to who also states the
 * last name and ZIP code held, and declares to be the person.
 */
export async function readHeldFile(
  platform: Platform,
  { rootId }: Pick<HostOwner, 'rootId'>,
  request: ShownRequest & { hashes: string[] },
  statement: Statement,
) {
  const personIds = [...new Set((await findOwners(platform.identityPool, request.hashes)).values())]
  const persons = await readHeld(platform.identityPool, personIds)
  const agencies: Awaited<ReturnType<typeof readOfAgency>>[] = []
  for (const agencyId of await listAgencies(platform.appPool, rootId))
    agencies.push(await readOfAgency(platform, { rootId, agencyId }, personIds))
  const confirmedIds = new Set(persons.filter((person) => isConfirmed(person, statement)).map(({ id }) => id))
  const sum = (of: 'visits' | 'browsers') => agencies.reduce((total, { traces }) => total + traces[of], 0)
  return {
    request: request.number,
    made_at: dateOf(platform.clock.now()).toISOString(),
    held: persons.map((person) => describePerson(person, confirmedIds.has(person.id))),
    visits_recognized: sum('visits'),
    browsers_linked: sum('browsers'),
    disclosed: agencies
      .flatMap(({ disclosures }) => disclosures)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map((disclosure) => describeDisclosure(disclosure, confirmedIds.has(disclosure.person_id))),
    kept_for,
  }
}
export type HeldFile = Awaited<ReturnType<typeof readHeldFile>>

const readOfAgency = (platform: Platform, book: { rootId: string; agencyId: string }, personIds: readonly number[]) =>
  inScope(
    platform.appPool,
    { kind: 'agency', ...book },
    async (tx) => ({
      disclosures: await readDisclosures(tx, book.agencyId, personIds),
      traces: await countTraces(tx, book.agencyId, personIds),
    }),
    { readOnly: true },
  )

const isConfirmed = ({ facts }: HeldPerson, { lastName, zip, isDeclared }: Statement): boolean =>
  isDeclared && isSame(facts.last_name, lastName) && isSame(facts.zip?.slice(0, 5), zip.trim().slice(0, 5))

const isSame = (held: string | null | undefined, typed: string): boolean =>
  (held ?? '').trim() !== '' && held!.trim().toLowerCase() === typed.trim().toLowerCase()

const describePerson = ({ source, updated_at, facts, traits }: HeldPerson, isShown: boolean) => ({
  source,
  last_in_a_file: updated_at.toISOString(),
  ...factsOf(facts, isShown),
  ...traitsOf(traits, isShown),
})

const describeDisclosure = ({ at, client, agency, page_url, facts, sent_to }: Disclosure, isShown: boolean) => ({
  at: at.toISOString(),
  to: client,
  through: agency,
  ...(isShown && { after_a_visit_to: page_url }),
  ...factsOf(facts, isShown),
  sent_on_to: sent_to,
})

type Values = Readonly<Record<string, string | null>>

/** Values by kind, or only which kinds have one. */
const factsOf = (facts: Values, isShown: boolean): { facts?: Values; kinds_of_facts?: string[] } =>
  isShown ? { facts: withoutEmpty(facts) } : { kinds_of_facts: Object.keys(withoutEmpty(facts)) }

const traitsOf = (
  traits: Values,
  isShown: boolean,
): { inferences_and_traits?: Values; kinds_of_inferences_and_traits?: string[] } =>
  isShown
    ? { inferences_and_traits: withoutEmpty(traits) }
    : { kinds_of_inferences_and_traits: Object.keys(withoutEmpty(traits)) }

const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
