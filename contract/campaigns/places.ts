import { z } from 'zod'
import { signedInEverywhere, type Access } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'

/** Developers look up what campaigns can target (R116). */
const withDevelopers: Access = { ...signedInEverywhere, developer: { reach: ['own'] } }

export const listStates = operation({
  id: 'C096',
  name: 'listStates',
  area: 'campaigns',
  method: 'GET',
  path: '/general/state',
  summary: 'Lists the states that campaigns can target, by name.',
  answer: z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) }),
  access: withDevelopers,
  scope: 'campaigns:read',
})

export const listCities = operation({
  id: 'C097',
  name: 'listCities',
  area: 'campaigns',
  method: 'GET',
  path: '/general/state/{state}/cities',
  summary: 'Lists the cities of a state with how many ZIP codes each has.',
  params: z.strictObject({ state: z.string().regex(/^[A-Z]{2}$/, sentences.state) }),
  answer: z.object({ data: z.array(z.object({ city: z.string(), zips: z.int() })) }),
  access: withDevelopers,
  scope: 'campaigns:read',
})
