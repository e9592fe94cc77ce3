import type { Page } from './page.ts'

/**
 * Every page inside the frame, one line each: its path, the file that holds it and the component's name. Pages under
 * `modulePages` lie below a module's address (`/siteid/…`, or the agency's own such as `/visitors/…`).
 */
export const pages: readonly Page[] = []

export const modulePages: readonly Page[] = []
