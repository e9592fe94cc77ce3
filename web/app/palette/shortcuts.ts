import { msg, type Text } from '../../i18n/texts.tsx'

/** Keys that are pressed together; `Mod` is Control, or Command on a Mac. */
export type Keys = readonly string[]
type Shortcut = {
  does: Text
  /** Each does the same. */
  keys: readonly Keys[]
}
export type ShortcutGroup = { title: Text; shortcuts: readonly Shortcut[] }

/** Every shortcut of the product, as the sheet lists them. What fields and menus do by themselves is not listed. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: msg('Everywhere'),
    shortcuts: [
      { does: msg('Search everything'), keys: [['Mod', 'K']] },
      { does: msg('Keyboard shortcuts'), keys: [['?']] },
      { does: msg('Close what is open on top'), keys: [['Esc']] },
    ],
  },
  {
    title: msg('In the search'),
    shortcuts: [
      { does: msg('Previous or next result'), keys: [['↑'], ['↓']] },
      { does: msg('Open the selected result'), keys: [['Enter']] },
    ],
  },
  {
    title: msg('In a list'),
    shortcuts: [
      { does: msg('Next or previous row'), keys: [['J'], ['K']] },
      { does: msg('Open the row'), keys: [['Enter']] },
      { does: msg('Select the row, where rows can be selected'), keys: [['X']] },
      {
        does: msg('Next or previous row, while one is open beside the list'),
        keys: [['J'], ['K'], ['↓'], ['↑']],
      },
    ],
  },
  {
    title: msg('In the banner designer'),
    shortcuts: [
      { does: msg('Move the element'), keys: [['↑'], ['↓'], ['←'], ['→']] },
      { does: msg('Move it ten times as far'), keys: [['Shift', '↑']] },
      { does: msg('Duplicate the element'), keys: [['Mod', 'D']] },
      {
        does: msg('Forward or backward'),
        keys: [
          ['Mod', ']'],
          ['Mod', '['],
        ],
      },
      { does: msg('Remove the element'), keys: [['Delete'], ['Backspace']] },
      { does: msg('Undo'), keys: [['Mod', 'Z']] },
      {
        does: msg('Redo'),
        keys: [
          ['Mod', 'Y'],
          ['Mod', 'Shift', 'Z'],
        ],
      },
      { does: msg('Save'), keys: [['Mod', 'S']] },
    ],
  },
]
