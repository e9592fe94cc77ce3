import { useLayoutEffect } from 'react'

const shell = (): HTMLElement | null => document.getElementById('shell')

/** Whether the prerendered frame in the HTML is still shown in place of the real one (`frame-shell.tsx`). */
export const hasShell = (): boolean => shell() !== null

export const removeShell = (): void => shell()?.remove()

/** Removes the prerendered frame right before the component that replaces it is painted, so that nothing flickers. */
export const useShellRemoved = (): void => useLayoutEffect(removeShell, [])
