import { useEffect } from 'react'
import { Dialog } from './dialog.tsx'

/** How long a success message is shown before its dialog closes (K011, OQ-15). */
const SHOWN_MS = 2000

/** Final state of a dialog: its title and the server's message. Closes after two seconds. */
export function MessageDialog({ title, message, onClose }: { title: string; message: string; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onClose])
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <p role="status">{message}</p>
    </Dialog>
  )
}
