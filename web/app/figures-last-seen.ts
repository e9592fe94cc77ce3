const KEY = 'dashboard_figures'

/** How many key figures a dashboard has of the person who is signed in, before anybody has said who that is. */
export const figuresLastSeen = (): number => Number(localStorage.getItem(KEY) ?? 4)

export const keepFiguresSeen = (count: number): void => localStorage.setItem(KEY, String(count))
