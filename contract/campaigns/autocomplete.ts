import { z } from 'zod'
import { operation } from '../core/operation.ts'

/**
 * What can be completed: names of companies and campaigns below the caller, places, and keywords of the taxonomy's
 * topics. No names of people and no addresses: the typed text is part of the URL, and URLs end up in logs.
 */
const autocompleteCategories = ['agency', 'client', 'campaign', 'state', 'city', 'zip', 'keyword'] as const
export type AutocompleteCategory = (typeof autocompleteCategories)[number]

/** Completion starts at this many letters (R131, K012). */
export const fewestLetters = 3
/** Maximum suggestions: typing more letters finds the others. */
export const maxSuggestions = 20

const suggestion = z.object({
  /** An id, a state's or ZIP code, a city with its state ("Austin, TX"), or a keyword. */
  value: z.string(),
  label: z.string(),
  zips: z.array(z.string()).optional().meta({ description: 'For a city: all its ZIP codes.' }),
})
export type Suggestion = z.output<typeof suggestion>

const everyPlace = { reach: ['own'] as const }

export const autocomplete = operation({
  id: 'C036',
  name: 'autocomplete',
  area: 'campaigns',
  method: 'GET',
  path: '/{category}/autocomplete/{text}',
  summary:
    'Completes names of companies and campaigns below the caller, locations or keywords: up to 20 with a word that starts with the typed text. Companies and campaigns are sorted by name, cities by number of ZIP codes.',
  params: z.strictObject({
    category: z.enum(autocompleteCategories),
    text: z.string().trim().min(fewestLetters).max(100),
  }),
  answer: z.object({ result: z.literal('success'), data: z.array(suggestion) }),
  // Sales staff have their own screens, which have no autocomplete.
  access: {
    rootSystem: everyPlace,
    rootAdmin: everyPlace,
    agencyOwner: everyPlace,
    administrator: everyPlace,
    client: everyPlace,
  },
})
