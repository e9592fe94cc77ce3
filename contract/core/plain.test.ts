import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldToPlain, fieldToWire, spellingOf, toPlain, toWire } from './plain.ts'
import { flag } from './wire.ts'

const schema = z.object({
  companyID: z.string(),
  note: z.string(),
  costs: z.array(z.object({ PaymentTerm: z.string(), LimitLead: z.int().optional() })).default([]),
  by: z.record(z.string(), z.object({ phonenum: z.string() })),
  who: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), userID: z.string() }),
    z.object({ kind: z.literal('role'), roleID: z.string() }),
  ]),
})
const wire = {
  companyID: 'c1',
  note: 'companyID',
  costs: [{ PaymentTerm: 'Weekly', LimitLead: 3 }],
  by: { phonenum: { phonenum: '+1' } },
  who: { kind: 'role', roleID: 'r1' },
}
const plain = {
  companyId: 'c1',
  note: 'companyID',
  costs: [{ paymentTerm: 'Weekly', leadLimit: 3 }],
  by: { phonenum: { phone: '+1' } },
  who: { kind: 'role', roleId: 'r1' },
}

test('keys are renamed as their schema declares, in lists, records and unions; values are unchanged', () => {
  expect(toPlain(wire, spellingOf(schema))).toEqual(plain)
  expect(toWire(plain, spellingOf(schema))).toEqual(wire)
  expect(spellingOf(z.object({ name: z.string(), ids: z.array(z.string()) }))).toBe(null)
})

test('flags are booleans internally at any depth; an F that is not a flag stays', () => {
  const flags = spellingOf(
    z.object({
      manualBill: flag.default('F'),
      rights: z.record(z.string(), flag),
      replace: z.literal('T').optional(),
      roleID: z.union([z.literal('F'), z.string()]),
      note: z.string(),
    }),
  )
  const wireInput = { manualBill: 'T', rights: { create: 'T', remove: 'F' }, replace: 'T', roleID: 'F', note: 'T' }
  const inside = { manualBill: true, rights: { create: true, remove: false }, replace: true, roleId: 'F', note: 'T' }
  expect(toPlain(wireInput, flags)).toEqual(inside)
  expect(toWire(inside, flags)).toEqual(wireInput)
  expect(toPlain({ replace: undefined }, flags)).toEqual({ replace: undefined })
  expect(() => spellingOf(z.union([flag, z.array(z.object({ userID: z.string() }))]))).toThrow('flag')
})

test('a key named like the prototype is an ordinary key', () => {
  const loose = spellingOf(z.looseObject({ userID: z.string() }))
  const input = JSON.parse('{"userID":"u1","__proto__":{"isRoot":true}}') as object
  const inside = toPlain(input, loose) as Record<string, unknown>
  expect(Object.keys(inside)).toEqual(['userId', '__proto__'])
  expect(inside['isRoot']).toBeUndefined()
  expect(JSON.stringify(toWire(inside, loose))).toBe(JSON.stringify(input))
})

test('a failure names a field as its reader spells it, at any depth', () => {
  const spellings = [null, spellingOf(schema)]
  expect(fieldToWire('costs.0.leadLimit', spellings)).toBe('costs.0.LimitLead')
  expect(fieldToPlain('costs.0.LimitLead', spellings)).toBe('costs.0.leadLimit')
  expect(fieldToWire('companyId', spellings)).toBe('companyID')
  expect(fieldToWire('note', spellings)).toBe('note')
})

test('two keys of one object cannot be renamed to the same name', () => {
  const twice = z.object({ userID: z.string(), usrID: z.string() })
  expect(() => spellingOf(twice)).toThrow('userId')
})
