import { useLayoutEffect } from 'react'

const shell = (): HTMLElement | null => document.getElementById('shell')

/** Whether the frame that the page's HTML holds still stands in for the real one (`frame/frame-shell.tsx`). */
export const hasShell = (): boolean => shell() !== null

export const dropShell = (): void => shell()?.remove()

/** Takes it away in the very frame in which the real one, or whatever else stands instead of it, is painted. */
export const useShellDropped = (): void => useLayoutEffect(dropShell, [])
