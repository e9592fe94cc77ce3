/** What the top bar's button opens and closes. */
export const MENU_ID = 'main-menu'
