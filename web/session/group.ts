import type { Me } from './me.ts'

const GROUP_KEY = 'selected_group'

/** The group of clients that lists are filtered by, or `all`. It applies only to the company it was selected in. */
export function selectedGroup(me: Me): string {
  const [companyId, group] = localStorage.getItem(GROUP_KEY)?.split(' ') ?? []
  return companyId === me.companyId && group ? group : 'all'
}

/** Stores the selection and reloads the page with it (R058). */
export function selectGroup(me: Me, group: string): void {
  if (group === 'all') localStorage.removeItem(GROUP_KEY)
  else localStorage.setItem(GROUP_KEY, `${me.companyId} ${group}`)
  location.reload()
}
