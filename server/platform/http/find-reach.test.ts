import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant, Relation } from '#contract/core/access.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import type { Caller, TenantPath } from '../call.ts'
import { createStillClock } from '../clock.ts'
import type { Scope } from '../database/tx.ts'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import { createFindReach } from './check-access.ts'
import type { AccessHooks } from './route.ts'

// Where a company stands is looked up once for all calls that ask at the same time, and cached for five seconds.

const rootId = '00000000-0000-7000-8000-000000000001'
const agencyId = '00000000-0000-7000-8000-000000000002'
const clientId = '00000000-0000-7000-8000-000000000003'
const client: TenantPath = { rootId, agencyId, clientId }
const caller = {
  companyId: agencyId,
  rootId,
  agencyId,
  clientId: null,
  scope: { kind: 'agency', rootId, agencyId },
} as Caller
const input = { params: {}, query: { company_id: clientId }, body: undefined }
const grant = { reach: ['own', 'below'] } as const

let lookUps: number
let answer: () => Promise<TenantPath | null>
let clock: ReturnType<typeof createStillClock>
let find: () => Promise<unknown>

beforeEach(() => {
  lookUps = 0
  answer = async () => client
  clock = createStillClock(Date.UTC(2026, 10, 26))
  const hooks = { findObject: () => (lookUps++, answer()) } as unknown as AccessHooks
  const findReach = createFindReach({ clock } as unknown as Platform, hooks, listDeveloperLeads)
  find = () => findReach(caller, grant, input)
})

describe('the position of a company', () => {
  test('is looked up once for concurrent calls', async () => {
    const all = await Promise.all([find(), find(), find()])
    expect(all).toEqual(Array(3).fill({ ...client, relation: 'below' }))
    expect(lookUps).toBe(1)
  })

  test('is looked up again after five seconds', async () => {
    await find()
    clock.advance(4_999)
    await find()
    expect(lookUps).toBe(1)
    clock.advance(1)
    await find()
    expect(lookUps).toBe(2)
  })

  test('is not cached while the company is absent, so that a new one is found at once', async () => {
    answer = async () => null
    await expect(find()).rejects.toThrow(Failure)
    answer = async () => client
    expect(await find()).toMatchObject({ relation: 'below' })
  })

  test('is looked up again after a look-up that failed', async () => {
    answer = () => Promise.reject(new Error('The connection broke.'))
    await expect(find()).rejects.toThrow('The connection broke.')
    answer = async () => client
    expect(await find()).toMatchObject({ relation: 'below' })
  })
})

describe('what an operation does not grant', () => {
  const other = '00000000-0000-7000-8000-000000000009'
  const findAs = (
    reach: readonly Relation[],
    place: TenantPath | null,
    from: TenantPath = caller,
  ): Promise<unknown> => {
    const hooks = { findObject: async () => place } as unknown as AccessHooks
    const findReach = createFindReach({ clock } as unknown as Platform, hooks, listDeveloperLeads)
    const one = { ...caller, ...from, companyId: from.clientId ?? from.agencyId ?? rootId } as Caller
    return findReach(one, { reach } as Grant, { params: {}, query: { company_id: other }, body: undefined })
  }

  test('is refused below the caller, who may know of it', async () => {
    await expect(findAs(['own'], { rootId, agencyId, clientId: other })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await findAs(['own', 'below'], { rootId, agencyId, clientId: other })).toMatchObject({ relation: 'below' })
  })

  test.each<[string, TenantPath, TenantPath]>([
    ['a company above', { rootId, agencyId: null, clientId: null }, { rootId, agencyId, clientId: null }],
    ['another agency', { rootId, agencyId: other, clientId: null }, { rootId, agencyId, clientId: null }],
    ['another agency’s client', { rootId, agencyId: other, clientId: other }, { rootId, agencyId, clientId: null }],
    ['another client', { rootId, agencyId, clientId: other }, client],
    ['another operator', { rootId: other, agencyId: null, clientId: null }, { rootId, agencyId: null, clientId: null }],
    [
      'another operator’s agency',
      { rootId: other, agencyId: other, clientId: null },
      { rootId, agencyId: null, clientId: null },
    ],
  ])('is absent if it is %s', async (_what, place, from) => {
    await expect(findAs(['own', 'below'], place, from)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is looked up again for a caller of another scope, who may not see it', async () => {
    const strangers = { ...caller, scope: { kind: 'agency', rootId, agencyId: other } } as Caller
    const hooks = {
      findObject: async (_reader: unknown, scope: Scope) =>
        'agencyId' in scope && scope.agencyId === agencyId ? client : null,
    } as unknown as AccessHooks
    const findReach = createFindReach({ clock } as unknown as Platform, hooks, listDeveloperLeads)
    expect(await findReach(caller, grant, input)).toMatchObject({ relation: 'below' })
    await expect(findReach(strangers, grant, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})
