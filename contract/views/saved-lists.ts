import { leadColumnsFor } from '../leads/lead-columns.ts'

interface SavedList {
  /** Its filters in the URL, besides what every list has; for a client or for an agency's people. */
  filters: (isForClient: boolean) => readonly string[]
  /** Those that can be chosen; what stays in its place is not among them. */
  columns: (isForClient: boolean) => readonly string[]
}

/** The same for everybody who may see the list. */
const always =
  <const Name extends string>(...names: readonly Name[]) =>
  (): readonly Name[] =>
    names

const owners = (isForClient: boolean): readonly string[] => (isForClient ? ['campaign'] : ['campaign', 'client'])
/** The days of a page, which may be two that the reader named. */
const days = ['days', 'start', 'end'] as const

/** The lists whose views can be saved. */
export const savedLists = {
  leads: {
    filters: (isForClient) => [
      'layout',
      'days',
      'module',
      'status',
      'tag',
      'assignee',
      'next',
      'kind',
      ...owners(isForClient),
    ],
    columns: leadColumnsFor,
  },
  visits: {
    filters: (isForClient) => [...days, 'reason', ...owners(isForClient)],
    columns: always('page', 'match', 'reason'),
  },
  deliveries: {
    filters: (isForClient) => ['days', 'status', ...owners(isForClient)],
    columns: always('lead', 'to', 'status'),
  },
  campaigns: {
    filters: always('status'),
    columns: always('client', 'status', 'leads', 'price', 'lastHit', 'created'),
  },
  clients: {
    filters: always('campaigns'),
    columns: always('name', 'email', 'created', 'active'),
  },
  agencies: {
    filters: always('campaigns', 'filter'),
    columns: always('name', 'email', 'sales', 'created', 'active'),
  },
  invoices: {
    filters: always(...days, 'client'),
    columns: always('issued', 'total', 'amount', 'status'),
  },
  inbox: {
    filters: always('state', 'kind', 'assigned', 'client'),
    columns: always('where', 'since', 'who'),
  },
  logs: {
    filters: always('days', 'type', 'user', 'category', 'campaign'),
    columns: always('name', 'type', 'action', 'description', 'company', 'location', 'ip'),
  },
} as const satisfies Readonly<Record<string, SavedList>>
export type SavedListName = keyof typeof savedLists
export type SavedColumnName<List extends SavedListName> = ReturnType<(typeof savedLists)[List]['columns']>[number]

const ofEveryList = ['sort', 'order', 'rows', 'columns', 'density', 'widths'] as const

/** The state of a list, by its parameters in the URL. What a list is searched for is not part of it. */
export type ListState = Readonly<Record<string, string>>

export const longestPart = 300

/** The parameters that a reader's list has. */
export const partsOf = (list: SavedListName, isForClient: boolean): readonly string[] => [
  ...ofEveryList,
  ...savedLists[list].filters(isForClient),
]

/**
 * The parts of a state that a reader's list has: parameters and columns that it lacks are left out. The page checks each
 * value once more, as it does with an edited URL.
 */
export function readListState(list: SavedListName, state: ListState, isForClient: boolean): ListState {
  const columnNames = new Set<string>(savedLists[list].columns(isForClient))
  return Object.fromEntries(
    partsOf(list, isForClient).flatMap((part) => {
      const value = Object.hasOwn(state, part) ? state[part] : undefined
      if (typeof value !== 'string' || value.length > longestPart) return []
      if (part !== 'columns') return [[part, value]]
      const names = value.split(',').filter((name) => columnNames.has(name))
      return names.length === 0 ? [] : [[part, names.join(',')]]
    }),
  )
}
