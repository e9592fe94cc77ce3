/**
 * Calls that need a recent proof of identity wait here for the dialog that asks for it. The dialog is the application's; this
 * module loads nothing, so that the login page stays small.
 */

/** Asks for the proof; answers whether it was given. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The application's dialog from now on. Answers how to take it away again. */
export function onProofNeeded(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** One dialog at a time: calls that are refused meanwhile wait for the same one. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = null))
  return asking
}
