const KEY = 'dashboard_figures'

/** How many key figures the dashboard showed last in this browser; used before we know who is signed in. */
export const figuresLastSeen = (): number => Number(localStorage.getItem(KEY) ?? 4)

export const storeFiguresSeen = (count: number): void => localStorage.setItem(KEY, String(count))

const CHECKLIST_KEY = 'dashboard_checklist'

/** Height in pixels, with its margin, of the first steps above the figures; 0 if they were not shown. */
export const checklistLastSeen = (): number => Number(localStorage.getItem(CHECKLIST_KEY) ?? 0)

export const storeChecklistSeen = (height_px: number): void => localStorage.setItem(CHECKLIST_KEY, String(height_px))
