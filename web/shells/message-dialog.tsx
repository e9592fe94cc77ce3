import { useEffect } from 'react'
import { Dialog } from './dialog.tsx'

/** How long a dialog shows that it went well before it hides (K011, OQ-15). */
const SHOWN_MS = 2000

/** What a dialog ends with: its title, the server's message, and away after two seconds. */
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
