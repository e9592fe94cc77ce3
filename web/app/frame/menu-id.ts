/** Element id of the menu that the top bar's button opens and closes. */
export const MENU_ID = 'main-menu'
