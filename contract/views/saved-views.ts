import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { longestPart, savedLists, type SavedListName } from './saved-lists.ts'

/** How many views a person can save in all lists of a company. */
export const maxViews = 50
export const maxViewName = 60
/** How many views of a list are shown: a person's own, and the newest that colleagues share. */
export const maxShownViews = 150

/** Whoever may see a list may save views of it; the operator's staff save none in companies that they look after. */
const readers: Access = {
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], anyMenu: true },
  client: { reach: ['own'] },
}

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const limits = [{ count: 300, perSeconds: 3_600, by: 'user' }] as const

const listName = z.enum(Object.keys(savedLists) as [SavedListName])
const name = line(maxViewName)
const state = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(longestPart))
  .refine((parts) => Object.keys(parts).length <= 30, 'A view has at most 30 parts.')
  .meta({ description: 'Filters, sort order and columns, by their names in the URL.' })

const savedView = z.object({
  id,
  name: z.string(),
  is_shared: flag.meta({ description: 'Whether the company’s other people see it.' }),
  is_own: flag.meta({ description: 'Saved by the caller, who may change and remove it.' }),
  owner_name: z.string(),
  state: z.record(z.string(), z.string()).meta({ description: 'Without parts that the caller’s list lacks.' }),
})
export type SavedView = Plain<z.output<typeof savedView>>

export const listSavedViews = operation({
  id: 'own',
  name: 'listSavedViews',
  area: 'views',
  method: 'GET',
  path: '/views/{companyID}/{list}',
  summary: 'Lists the saved views of a list: the caller’s own, and those that colleagues share, by name.',
  params: z.strictObject({ companyID: id, list: listName }),
  answer: z.object({ result: z.literal('success'), data: z.array(savedView) }),
  access: readers,
  object: ofCompany,
})

export const addSavedView = operation({
  id: 'own',
  name: 'addSavedView',
  area: 'views',
  method: 'POST',
  path: '/views/{companyID}/{list}',
  summary: `Saves a view of a list under a name; up to ${maxViews} a person.`,
  params: z.strictObject({ companyID: id, list: listName }),
  body: z.strictObject({ name, is_shared: flag.default('F'), state }),
  answer: doneWith(z.object({ id })),
  errors: ['conflict'],
  access: readers,
  object: ofCompany,
  limits,
  // How somebody looks at a list changes nothing that the log is read for.
  logged: false,
})

export const changeSavedView = operation({
  id: 'own',
  name: 'changeSavedView',
  area: 'views',
  method: 'PUT',
  path: '/views/{companyID}/{list}/{id}',
  summary: 'Renames one of the caller’s views, shares it, or replaces what it shows; what is left out stays.',
  params: z.strictObject({ companyID: id, list: listName, id }),
  body: z.strictObject({ name: name.optional(), is_shared: flag.optional(), state: state.optional() }),
  answer: doneAnswer,
  access: readers,
  object: ofCompany,
  limits,
  logged: false,
})

export const removeSavedView = operation({
  id: 'own',
  name: 'removeSavedView',
  area: 'views',
  method: 'DELETE',
  path: '/views/{companyID}/{list}/{id}',
  summary: 'Removes one of the caller’s views.',
  params: z.strictObject({ companyID: id, list: listName, id }),
  answer: doneAnswer,
  access: readers,
  object: ofCompany,
  limits,
  logged: false,
})
