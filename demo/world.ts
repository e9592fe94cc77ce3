import { createHash } from 'node:crypto'
import { uuidFrom } from '#server/platform/ids.ts'
import type { ModuleName } from '#contract/branding/modules.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { wideAgencies } from './wide/wide-agencies.ts'
import { hostWordOf, wideClients } from './wide/wide-clients.ts'

/** The seed from which the whole demo world is generated. */
export const demoSeed = 20_261
/** The host of the demo's desk. */
export const deskHost = 'demo.localhost'
/** The host where the payments sandbox shows its card form: a separate origin. */
export const paymentsHost = 'payments.localhost'

export const demoPassword = 'demo-demo-demo'
export const demoPersons = 100_000

/**
 * Which of the demo's people visit its sites. The first are reserved for users trying the demo, so that each of them is
 * a new lead at the first visit; the others have a past.
 */
export const guests = { from: 0, upTo: 40 } as const
export const regulars = { from: 40, upTo: 1_900 } as const
/** People on exclusion lists of the root, an agency, a client or a campaign. */
export const excludedPeople = { from: 1_900, upTo: 1_975 } as const
/** People who opted out of becoming a lead. */
export const optedOut = { from: 1_975, upTo: 2_000 } as const
/** All of the above. They are written before anybody can visit. */
export const walkers = 2_000
/** From `walkers` up to this: those who visit the sites that only the wide world has, some for each site. */
export const wideWalkers = 12_000

/** 1 January 2026: the timestamp in the demo's ids, so that they are the same in every world. */
const idsMadeAt_ms = Date.UTC(2026, 0, 1)

/** A stable id for a name, so that links in tests and talks work in every world. */
export const demoId = (name: string): string =>
  uuidFrom(idsMadeAt_ms, createHash('sha256').update(`leadloom demo ${name}`).digest().subarray(0, 10))

/** A stable pixel key for a name. */
export const demoPixelKey = (name: string): string =>
  createHash('sha256').update(`leadloom pixel ${name}`).digest('hex').slice(0, 16)

export interface DemoCompany {
  name: string
  kind: 'root' | 'agency' | 'client'
  parent: string | null
}

export const companies: readonly DemoCompany[] = [
  { name: 'Leadloom', kind: 'root', parent: null },
  { name: 'Acme Growth', kind: 'agency', parent: 'Leadloom' },
  { name: 'Brightside Media', kind: 'agency', parent: 'Leadloom' },
  { name: 'Plumbright', kind: 'client', parent: 'Acme Growth' },
  { name: 'Harbor Realty', kind: 'client', parent: 'Acme Growth' },
  { name: 'Cedar Dental', kind: 'client', parent: 'Acme Growth' },
  { name: 'Atlas Fitness', kind: 'client', parent: 'Acme Growth' },
  { name: 'Solstice Solar', kind: 'client', parent: 'Brightside Media' },
  { name: 'Juniper Home Care', kind: 'client', parent: 'Brightside Media' },
]

/** The agencies of every demo, whose past is made first. */
export const mainAgencies: readonly string[] = companies.filter(({ kind }) => kind === 'agency').map(({ name }) => name)

/** The same with those that only the wide world has (`demo/wide`). */
export const wideCompanies: readonly DemoCompany[] = [
  ...companies,
  ...wideAgencies.map(({ company }): DemoCompany => ({ name: company, kind: 'agency', parent: 'Leadloom' })),
  ...wideClients.map(({ name, agency }): DemoCompany => ({ name, kind: 'client', parent: agency })),
]

/** Agencies that have the developer API, and what the operator charges for it. */
export const developers = ['Acme Growth'] as const
export const agreementTerms = { firstTimeCharge_cents: 50_000, minimumSpend_cents: [25_000, 50_000, 100_000] } as const

/** How an agency has grouped its clients. */
export const clientGroups: readonly { agency: string; name: string; clients: readonly string[] }[] = [
  { agency: 'Acme Growth', name: 'Home services', clients: ['Plumbright', 'Harbor Realty'] },
  { agency: 'Acme Growth', name: 'Health and fitness', clients: ['Cedar Dental', 'Atlas Fitness'] },
]

/** A client's account in an external marketing system: its campaigns, each with the campaign here that feeds it. */
export const organizations: readonly {
  client: string
  name: string
  externalId: string
  campaigns: readonly { name: string; fedBy: string | null }[]
}[] = [
  {
    client: 'Plumbright',
    name: 'Postbird Mail',
    externalId: 'pb-20417',
    campaigns: [
      { name: 'Welcome series', fedBy: 'Emergency plumbing site' },
      { name: 'Winter check-up', fedBy: null },
    ],
  },
]

export interface DemoUser {
  email: string
  name: string
  kind: UserKind
  company: string
}

export const users: readonly DemoUser[] = [
  { email: 'root@leadloom.test', name: 'Robin Root', kind: 'rootSystem', company: 'Leadloom' },
  { email: 'owner@acme.test', name: 'Dana Acme', kind: 'agencyOwner', company: 'Acme Growth' },
  { email: 'admin@acme.test', name: 'Alex Moreno', kind: 'administrator', company: 'Acme Growth' },
  { email: 'owner@brightside.test', name: 'Brooke Sideris', kind: 'agencyOwner', company: 'Brightside Media' },
  { email: 'client@plumbright.test', name: 'Pat Lumley', kind: 'client', company: 'Plumbright' },
  { email: 'client@harborrealty.test', name: 'Harper Boyd', kind: 'client', company: 'Harbor Realty' },
  { email: 'client@cedardental.test', name: 'Cleo Danner', kind: 'client', company: 'Cedar Dental' },
  { email: 'client@atlasfitness.test', name: 'Ari Flores', kind: 'client', company: 'Atlas Fitness' },
  { email: 'client@solstice.test', name: 'Sol Ortega', kind: 'client', company: 'Solstice Solar' },
  { email: 'client@juniper.test', name: 'June Harlow', kind: 'client', company: 'Juniper Home Care' },
  { email: 'rep@leadloom.test', name: 'Remy Pace', kind: 'salesRep', company: 'Leadloom' },
  { email: 'ae@leadloom.test', name: 'Avery Stone', kind: 'accountExecutive', company: 'Leadloom' },
]

/** The same with those that only the wide world has. */
export const wideUsers: readonly DemoUser[] = [
  ...users,
  ...wideAgencies.map(({ email, owner, company }): DemoUser => ({ email, name: owner, kind: 'agencyOwner', company })),
  ...wideClients.map(({ name, owner }): DemoUser => ({
    email: `client@${hostWordOf(name)}.test`,
    name: owner,
    kind: 'client',
    company: name,
  })),
]

export interface DemoBrand {
  company: string
  legalName: string
  color: string
  mailFrom: string
  hosts: readonly string[]
  /** SVG path of the logo's mark in a 24 by 24 box. */
  mark: string
}

export const brands: readonly DemoBrand[] = [
  {
    company: 'Leadloom',
    legalName: 'Leadloom Operations Inc.',
    color: '#4c5fd7',
    mailFrom: 'hello@leadloom.test',
    hosts: ['localhost', 'leadloom.localhost', '127.0.0.1'],
    mark: 'M6 4v12a4 4 0 0 0 4 4h8M10 4v8a4 4 0 0 0 4 4h4M14 4v4a4 4 0 0 0 4 4',
  },
  {
    company: 'Acme Growth',
    legalName: 'Acme Growth Partners LLC',
    color: '#0f766e',
    mailFrom: 'leads@acme.test',
    hosts: ['acme.localhost'],
    mark: 'M4 18 12 5l8 13M8.5 13h7',
  },
  {
    company: 'Brightside Media',
    legalName: 'Brightside Media Group Inc.',
    color: '#c2410c',
    mailFrom: 'leads@brightside.test',
    hosts: ['brightside.localhost'],
    mark: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  },
]

/** The same with those that only the wide world has. */
export const wideBrands: readonly DemoBrand[] = [...brands, ...wideAgencies]

/** The names of modules at each agency; Brightside has renamed its Site ID (R006). */
export const moduleNames: Readonly<Record<string, Partial<Record<Module, ModuleName>>>> = {
  'Brightside Media': { local: { name: 'Visitor Finder', url: 'visitors' } },
}

/** The path of a company in the tree, by its name. */
export function pathOf(name: string): { rootId: string; agencyId: string | null; clientId: string | null } {
  const company = wideCompanies.find((each) => each.name === name)
  if (!company) throw new Error(`The demo has no company named ${name}`)
  return {
    rootId: demoId('Leadloom'),
    agencyId: company.kind === 'agency' ? demoId(name) : company.kind === 'client' ? demoId(company.parent!) : null,
    clientId: company.kind === 'client' ? demoId(name) : null,
  }
}

/** The agency of a client, or null for every other company. */
export function agencyOf(name: string): string | null {
  const company = wideCompanies.find((each) => each.name === name)
  return company?.kind === 'client' ? company.parent : null
}

/** The host where a person signs in: an agency's people and its clients' people use the agency's own host. */
export function hostOf({ company }: DemoUser): string {
  const brand = wideBrands.find((each) => each.company === (agencyOf(company) ?? company))
  return (brand ?? brands[0]!).hosts[0]!
}
