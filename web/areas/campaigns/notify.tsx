import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const shown_ms = 5000
const undoable_ms = 10_000

/** A notice after something was done (specification: closes after 5 seconds). */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: shown_ms })
}

export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: undoable_ms })
}

/** A notice that can take back what was done; stays longer, so that it can be reached by keyboard. */
export function notifyUndoable(message: string, undoLabel: string, undo: () => void): void {
  const id = notifications.show({
    color: 'green',
    autoClose: undoable_ms,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {undoLabel}
        </Button>
      </Group>
    ),
  })
}
