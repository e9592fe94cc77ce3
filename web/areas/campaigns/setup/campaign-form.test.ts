import { describe, expect, it } from 'vitest'
import { campaignCreation, campaignChange, type CampaignDetail } from '#contract/campaigns/campaign.ts'
import { spellingOf, toWire } from '#contract/core/plain.ts'
import { changeOf, creationOf, fieldNames, newValues, valuesOf } from './campaign-form.ts'
import { validateCampaign } from './validate-campaign.ts'

const id = '0193a1b2-0000-7000-8000-000000000001'
const clientId = '0193a1b2-0000-7000-8000-000000000002'
const start = { clientId, timeZone: 'America/Chicago', today: '2026-03-01', recipient: 'pat@plumbright.test' }

const campaign: CampaignDetail = {
  campaignId: id,
  module: 'local',
  campaignName: 'Emergency plumbing site',
  company_id: clientId,
  groupId: null,
  organizationId: '',
  externalCampaignId: '',
  company_name: 'Plumbright',
  status: 'active',
  ended: false,
  siteUrl: 'https://plumbright.test/',
  startDate: '2026-01-01',
  endDate: '',
  timezone: 'America/New_York',
  include_pages: ['/pricing*', '/blog/*'],
  exclude_pages: [],
  exclude_addresses: ['203.0.113.0/24'],
  event_goals: ['signed up', 'called'],
  more_sites: ['https://shop.plumbright.test/'],
  active_hours: ['mon 09:00-17:00', 'sat 22:00-02:00'],
  spread_evenly: false,
  month_cap_cents: 25_000,
  alert_shares: [50, 100],
  alert_cents: 10_000,
  alert_payer: true,
  price: 2.5,
  followsClientPrice: false,
  leadsbuy: 0,
  topupoptions: 'onetime',
  leadLimit: 50,
  limitPeriod: 'week',
  leads: 12,
  last_hit_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  pixel_key: 'abcdef0123456789',
  site_hosts: ['plumbright.test'],
  thankYouUrl: 'https://plumbright.test/thanks',
  gtmInstalled: true,
  reportSentTo: 'a@plumbright.test\nb@plumbright.test',
  campaign_information_type: 'enhance',
  answers: {},
  questions: [],
  reportEvery: 'week',
  hidesPhone: true,
  notifyUserIds: [clientId],
  notifyAtLeads: 20,
  hasMinimum: true,
  minimumLeads: 5,
  isNational: false,
  locationTarget: 'Zip Code',
  state: [],
  zip: '62704\n62705',
  requiresEmail: true,
  requiresPhone: true,
  requiresAddress: false,
  reidentification: '3 months',
  reidentifiesAll: true,
  include_audiences: [],
  exclude_audiences: [],
  wholesalePrice: 1.25,
  priceMinimum: 1.25,
  can_set_prices: true,
  blockers: [],
  lead_hold: null,
  apart_hold: null,
  site_checked_at: null,
  site_check_result: null,
  updated_at: '2026-02-01T00:00:00.000Z',
}

/** Asserts that the contract's schema accepts the body unchanged, once it is in wire format. */
function expectTaken(schema: typeof campaignCreation | typeof campaignChange, body: object): void {
  const wire = toWire(body, spellingOf(schema))
  expect(schema.parse(wire)).toEqual(wire)
}

describe('a new campaign', () => {
  it('is sent as the contract requires, with the defaults of the form', () => {
    const values = { ...newValues('local', start), name: 'Listings', limit: '40' }
    const body = creationOf('local', values, true)
    expectTaken(campaignCreation, body)
    expect(body).toMatchObject({
      companyId: clientId,
      module: 'local',
      isNational: true,
      locationTarget: 'National Targeting',
      leadLimit: 40,
      reportSentTo: 'pat@plumbright.test',
    })
  })

  it('omits the price if none was typed or none can be set', () => {
    const values = { ...newValues('local', start), name: 'Listings' }
    expect(creationOf('local', values, true)).not.toHaveProperty('price')
    expect(creationOf('local', { ...values, price: '3.00' }, true)).toHaveProperty('price', '3.00')
    expect(creationOf('local', { ...values, price: '3.00' }, false)).not.toHaveProperty('price')
    expect(creationOf('local', values, false)).not.toHaveProperty('followsClientPrice')
  })
})

describe('an existing campaign', () => {
  it('that follows its client’s price shows none of its own, and follows again once the field is emptied', () => {
    const following = valuesOf({ ...campaign, followsClientPrice: true })
    expect(following.price).toBe('')
    const body = changeOf({ ...valuesOf(campaign), price: '' }, campaign)
    expect(body.followsClientPrice).toBe(true)
    expect(body).not.toHaveProperty('price')
    // Users who cannot set the price see its actual value.
    expect(valuesOf({ ...campaign, followsClientPrice: true, can_set_prices: false }).price).toBe('2.50')
  })

  it('is unchanged by a form in which nothing was changed', () => {
    const body = changeOf(valuesOf(campaign), campaign)
    expectTaken(campaignChange, body)
    for (const [field, value] of Object.entries(body)) {
      const before = campaign[field as keyof CampaignDetail]
      expect([field, String(value)]).toEqual([field, field === 'price' ? '2.50' : String(before)])
    }
  })

  it('sends only the list that its target uses', () => {
    const values = { ...valuesOf(campaign), target: 'State' as const, states: ['IL'] }
    expect(changeOf(values, campaign)).toMatchObject({ isNational: false, state: ['IL'], zip: '' })
    expect(changeOf({ ...values, target: 'National Targeting' }, campaign)).toMatchObject({
      isNational: true,
      state: [],
      zip: '',
    })
  })

  it('changes its limit but never goes without one', () => {
    const values = { ...valuesOf(campaign), limitPeriod: 'max' as const, limit: '7' }
    expect(changeOf(values, campaign)).toMatchObject({ leadLimit: 7, limitPeriod: 'max' })
    expect(validateCampaign('local', { ...values, limit: '' }, (text) => text)).toHaveProperty('limit')
  })
})

describe('validation errors of the server', () => {
  it('are shown in the form for every field that is sent', () => {
    const values = { ...valuesOf(campaign), limitPeriod: 'day' as const, limit: '5' }
    const fields = Object.keys({ ...creationOf('local', values, true), ...changeOf(values, campaign) }).filter(
      (field) => !['module', 'campaignId', 'updated_at'].includes(field),
    )
    expect(fields.length).toBeGreaterThan(15)
    expect(fields.filter((field) => !(field in fieldNames))).toEqual([])
  })
})

describe('a minimum of leads', () => {
  const problemOf = (values: object): string | undefined =>
    validateCampaign(
      'local',
      { ...newValues('local', start), name: 'Listings', hasMinimum: true, ...values },
      (text) => text,
    ).minimumLeads

  it('is a number up to the limit, and with a total limit needs an end date', () => {
    expect(problemOf({ minimumLeads: '' })).toBe('Enter a number of leads from 1 to 1,000,000.')
    expect(problemOf({ minimumLeads: '', hasMinimum: false })).toBeUndefined()
    const limits = { limitPeriod: 'week', limit: '5' }
    expect(problemOf({ ...limits, minimumLeads: '6' })).toBe('Enter no more than the lead limit.')
    expect(problemOf({ ...limits, minimumLeads: '5' })).toBeUndefined()
    const inTotal = { limitPeriod: 'max', limit: '5', minimumLeads: '2' }
    expect(problemOf(inTotal)).toBe('Choose an end date, or a daily, weekly or monthly limit.')
    expect(problemOf({ ...inTotal, endDate: '2026-04-01' })).toBeUndefined()
  })
})

describe('a price', () => {
  const t = (text: string, values: Record<string, unknown> = {}): string =>
    text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
  const problemOf = (price: string, minimum: number | undefined) =>
    validateCampaign('local', { ...newValues('local', start), name: 'Listings', price }, t, { minimum }).price

  it('is not below the cost of the lead (T118), and can be empty', () => {
    expect(problemOf('1.2499', 1.25)).toBe('*Cost Per Lead Minimum 1.25')
    expect(problemOf('1.25', 1.25)).toBeUndefined()
    expect(problemOf('0.01', undefined)).toBeUndefined()
    expect(problemOf('', 1.25)).toBeUndefined()
    expect(problemOf('1.2.5', 1.25)).toBe('Please enter a valid amount.')
  })
})
