/**
 * Calls that require recent authentication wait here for the dialog that asks for it. The application supplies the
 * dialog; this module imports nothing, so that the login page stays small.
 */

/** Asks the user to reauthenticate; resolves to whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Registers the application's dialog. Returns a function that unregisters it. */
export function onReauthenticationNeeded(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** Shows one dialog at a time: calls rejected while it is open wait for the same one. Null if no page can show it. */
export function requestReauthentication(): Promise<boolean> | null {
  if (ask) asking ??= ask().finally(() => (asking = null))
  return asking
}
