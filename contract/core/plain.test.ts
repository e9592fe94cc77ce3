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

test('names are renamed as their schema declares them, in lists, records and choices; values stay', () => {
  expect(toPlain(wire, spellingOf(schema))).toEqual(plain)
  expect(toWire(plain, spellingOf(schema))).toEqual(wire)
  expect(spellingOf(z.object({ name: z.string(), ids: z.array(z.string()) }))).toBe(null)
})

test('flags are booleans inside, wherever they lie; an F that stands for itself stays', () => {
  const flags = spellingOf(
    z.object({
      manualBill: flag.default('F'),
      rights: z.record(z.string(), flag),
      replace: z.literal('T').optional(),
      roleID: z.union([z.literal('F'), z.string()]),
      note: z.string(),
    }),
  )
  const sent = { manualBill: 'T', rights: { create: 'T', remove: 'F' }, replace: 'T', roleID: 'F', note: 'T' }
  const inside = { manualBill: true, rights: { create: true, remove: false }, replace: true, roleId: 'F', note: 'T' }
  expect(toPlain(sent, flags)).toEqual(inside)
  expect(toWire(inside, flags)).toEqual(sent)
  expect(toPlain({ replace: undefined }, flags)).toEqual({ replace: undefined })
  expect(() => spellingOf(z.union([flag, z.array(z.object({ userID: z.string() }))]))).toThrow('flag')
})

test('a key that names the prototype stays a key', () => {
  const loose = spellingOf(z.looseObject({ userID: z.string() }))
  const sent = JSON.parse('{"userID":"u1","__proto__":{"isRoot":true}}') as object
  const inside = toPlain(sent, loose) as Record<string, unknown>
  expect(Object.keys(inside)).toEqual(['userId', '__proto__'])
  expect(inside['isRoot']).toBeUndefined()
  expect(JSON.stringify(toWire(inside, loose))).toBe(JSON.stringify(sent))
})

test('a field that a refusal names is called as its reader calls it, wherever it lies', () => {
  const given = [null, spellingOf(schema)]
  expect(fieldToWire('costs.0.leadLimit', given)).toBe('costs.0.LimitLead')
  expect(fieldToPlain('costs.0.LimitLead', given)).toBe('costs.0.leadLimit')
  expect(fieldToWire('companyId', given)).toBe('companyID')
  expect(fieldToWire('note', given)).toBe('note')
})

test('two keys of one object that would be called the same are no declaration', () => {
  const twice = z.object({ userID: z.string(), usrID: z.string() })
  expect(() => spellingOf(twice)).toThrow('userId')
})
