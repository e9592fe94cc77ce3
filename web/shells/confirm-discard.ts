import { loadLazyParts } from '../start/lazy/lazy-parts.ts'
import { translate } from '../i18n/texts.tsx'

/**
 * Asks whether unsaved input may be discarded: in our dialog, or in the browser's own if the dialog's code cannot be
 * loaded, because without any question the form could not be left.
 */
export async function confirmDiscard(inDialog: () => Promise<boolean>): Promise<boolean> {
  try {
    await loadLazyParts()
  } catch {
    return window.confirm(`${translate('You have unsaved changes.')} ${translate('Leave without saving?')}`)
  }
  return inDialog()
}
