const KEY = 'dashboard_figures'

/** How many key figures the dashboard showed last in this browser; used before we know who is signed in. */
export const figuresLastSeen = (): number => Number(localStorage.getItem(KEY) ?? 4)

export const storeFiguresSeen = (count: number): void => localStorage.setItem(KEY, String(count))
