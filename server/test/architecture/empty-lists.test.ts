import { describe, expect, it } from 'vitest'
import { below, elementsOf, nameOf, textsIn, type Element } from './elements.ts'
import { sourcesWith } from './sources.ts'

// Every empty list offers a next step: a button, or an explanation where there is nothing to press.

/** Empty states without a button, by file and title, each with its reason. */
const withoutButton: Readonly<Record<string, string>> = {
  'web/areas/activity/user-logs.tsx: No Data': 'entries come by themselves',
  "web/app/pages/no-access-page.tsx: You don't have access to anything yet": 'only an administrator can change it',
  'web/shells/team-gate.tsx: View only': 'the client’s main user gives the right',
  'web/areas/agreements/agreements-table.tsx: No agreements yet': 'agreements are asked for where they are needed',
  'web/areas/mails/stopped-addresses-card.tsx: Every address gets its emails': 'nothing is to be done',
  'web/areas/billing/charges.tsx: Nothing to pay': 'nothing is to be done',
  'web/areas/billing/failed-payments-page.tsx: No failed payments': 'nothing is to be done',
  'web/areas/billing/receivables/receivables-page.tsx: Nothing is open': 'nothing is to be done',
  'web/areas/billing/invoices.tsx: No invoices yet': 'they are made when a period ends',
  'web/areas/campaigns/list/campaign-overview-page.tsx: No campaigns yet': 'the operator makes none for an agency',
  'web/areas/banners/pictures-dialog.tsx: No images yet': 'pictures are added while a banner is designed',
  'web/areas/commissions/earned-commissions.tsx: No commissions yet': 'commissions come with payments',
  'web/areas/companies/assigned-clients.tsx: No clients yet': 'sales staff add none, the agency does',
  'web/areas/companies/assigned-clients.tsx: No agency is assigned to you yet': 'the operator assigns them',
  'web/areas/companies/groups/groups-dialog.tsx: No groups yet': 'the field and its button stand right above',
  'web/areas/companies/removed/removed-dialog.tsx: Nothing deleted recently': 'nothing is to be done',
  'web/areas/developers/keys-dialog.tsx: No key yet': 'the button stands right below',
  'web/areas/developers/webhooks/messages-dialog.tsx: No messages yet':
    'the button stands on the card behind the dialog',
  'web/areas/developers/portal/requests-page.tsx: No requests yet': 'calls are made by software, with a key',
  'web/areas/enrichment/enrichment-page.tsx: No lists yet': 'the upload stands right above',
  'web/areas/exclusions/credits-table.tsx: No credits yet': 'credits come of uploads, whose card is on the same page',
  'web/areas/inbox/inbox-page.tsx: Nothing needs attention': 'nothing is to be done',
  'web/areas/machine/dead-jobs.tsx: No job failed for good': 'nothing is to be done',
  'web/areas/payments/disputes/disputes-page.tsx: No disputes': 'nothing is to be done',
  'web/areas/payments/reconciliation/reconciliation-page.tsx: No transactions yet': 'it fills by itself',
  'web/areas/payments/payouts/payout-page.tsx: Not known yet': 'it fills by itself',
  'web/areas/payments/payouts/payouts-page.tsx: No payouts yet': 'payouts come with payments',
  'web/areas/privacy/deletion-cycles.tsx: Not read yet': 'the program reads it by itself',
  'web/areas/privacy/figures-section.tsx: No requests yet': 'it fills by itself',
  'web/areas/privacy/requests-page.tsx: No privacy requests': 'nothing is to be done',
  'web/areas/reclaims/bursts-page.tsx: No reported bursts': 'nothing is to be done',
  'web/areas/reclaims/claims-table.tsx: No claims': 'nothing is to be done',
  'web/areas/reclaims/report-table.tsx: No agencies yet': 'the list of agencies adds them',
  'web/areas/reports/under-performing-page.tsx: All active campaigns are delivering': 'nothing is to be done',
  'web/areas/returns/returns-page.tsx: No returned leads': 'a lead is returned on its own page',
}

const emptyStatesOf = (elements: readonly Element[]) =>
  elements
    .filter(({ name }) => name === 'EmptyState')
    .map(({ path, attributes }) => ({
      key: `${path}: ${textsIn(attributes.get('title')).join(' / ')}`,
      hasButton: attributes.has('action'),
    }))
const withoutButtonIn = (elements: readonly Element[]): string[] =>
  emptyStatesOf(elements)
    .filter(({ hasButton }) => !hasButton)
    .map(({ key }) => key)

const sources = sourcesWith('.tsx')
const definedIn = (component: string): string[] =>
  sources.filter(({ text }) => text.includes(`function ${component}(`)).map(({ path }) => path)

/** Tables that show nothing when they are empty, or something else than an empty state. */
function silentTables(elements: readonly Element[]): string[] {
  const holders = new Set(emptyStatesOf(elements).map(({ key }) => key.slice(0, key.indexOf(':'))))
  const bare = elements.filter(({ name, attributes }) => name === 'ResourceTable' && !attributes.has('empty'))
  const odd = elements.filter(({ attributes }) => {
    if (!attributes.has('empty')) return false
    const parts = below(attributes.get('empty'), 'JSXOpeningElement').map(nameOf)
    // Passed through from the caller, or a text for a component that renders an empty state.
    if (parts.length === 0) return below(attributes.get('empty'), 'Identifier').length === 0
    return !parts.some((name) => name === 'EmptyState' || definedIn(name).some((file) => holders.has(file)))
  })
  return [...bare, ...odd].map(({ path }) => path)
}

const elements = elementsOf(sources.filter(({ path }) => path.startsWith('web/')))
const plant = (text: string): Element[] => elementsOf([{ path: 'web/planted.tsx', text: `const one = ${text}` }])

describe('an empty list', () => {
  it('offers a button, or is listed here with the reason why it has none', () => {
    expect(emptyStatesOf(elements).length).toBeGreaterThan(20)
    expect(withoutButtonIn(elements).toSorted()).toEqual(Object.keys(withoutButton).toSorted())
    expect(withoutButtonIn(plant("<EmptyState title={t('No leads')} />"))).toEqual(['web/planted.tsx: No leads'])
    expect(withoutButtonIn(plant("<EmptyState title={t('No leads')} action={add} />"))).toEqual([])
  })

  it('shows an empty state, in every table', () => {
    expect(elements.filter(({ name }) => name === 'ResourceTable').length).toBeGreaterThan(10)
    expect(silentTables(elements)).toEqual([])
    expect(silentTables(plant('<ResourceTable />'))).toHaveLength(1)
    expect(silentTables(plant('<ResourceTable empty={<p>Nothing</p>} />'))).toHaveLength(1)
    expect(silentTables(plant('<ResourceTable empty={<EmptyState action={add} />} />'))).toEqual([])
  })
})
