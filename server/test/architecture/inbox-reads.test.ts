import { describe, expect, it } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// An action that settles an item of the inbox also refreshes the inbox and the menu's count.

/** Operations that can settle an item, by the area that declares them. */
const settling: readonly string[] = [
  // billing and payments
  'checkConfirmation',
  'openConfirmation',
  'refundCharge',
  'refundTopUp',
  'settleCharge',
  'stopCampaignTopUp',
  'submitEvidence',
  // campaigns
  'archiveCampaign',
  'changeCampaigns',
  'removeCampaign',
  'setCampaignActive',
  'updateCampaign',
  // companies
  'removeUser',
  'saveAgencyCap',
  'saveClientCap',
  // mails
  'resumeAddress',
  // integrations
  'removeCustomIntegration',
  'removeWebhook',
  'saveCampaignIntegration',
  'saveIntegration',
  'updateDestination',
]

/** Files that call such an operation for something that no item is about, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'web/areas/integrations/connections/integration-page.tsx': 'saves the defaults of an account that is connected',
  'web/areas/people/members/remove-person-dialog.tsx': 'removes a person, not a company',
}

const act = new RegExp(String.raw`(?:useAction\(|operation=\{)[^,{}]*\b(?:${settling.join('|')})\b`)
// The form of each module names its own operation.
const savesCampaign = /\bformOf\([\w.]+\)\.update\b/

const forgetful = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ text }) => act.test(text) || savesCampaign.test(text))
    .filter(({ text }) => !text.includes('...inboxReads'))
    .map(({ path }) => path)
const plant = (text: string): Source[] => [{ path: 'web/planted.tsx', text }]

describe('an action that settles an item of the inbox', () => {
  it('refreshes the inbox and its count', () => {
    const screens = sourcesWith('.ts', '.tsx').filter(({ path }) => path.startsWith('web/areas/') && !isTest(path))
    expect(forgetful(screens).toSorted()).toEqual(Object.keys(exceptions).toSorted())
    for (const one of settling) expect(screens.filter(({ text }) => text.includes(one)).length, one).toBeGreaterThan(0)
  })

  it.each([
    ['an action', 'useAction(settleCharge, { invalidates: [listInvoices] })', 1],
    ['one of two', "useAction(of === 'client' ? saveClientCap : saveAgencyCap, { invalidates: [] })", 1],
    ['a confirmation', '<ConfirmAction operation={removeCampaign} invalidates={[listCampaigns]} />', 1],
    ['a save by module', 'const operation = formOf(module.module).update', 1],
    ['a refresh', 'useAction(settleCharge, { invalidates: [listInvoices, ...inboxReads] })', 0],
    ['another action', 'useAction(saveTaxDetails, { invalidates: [readTaxDetails] })', 0],
  ])('is recognized: %s', (_what, text, found) => {
    expect(forgetful(plant(text))).toHaveLength(found)
  })
})
