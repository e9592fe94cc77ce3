import { Modal, type ModalProps } from '@mantine/core'
import { useRef } from 'react'
import { useT } from '../i18n/texts.tsx'
import styles from './form-dialog.module.css'
import { useReturnFocus } from './return-focus.ts'
import { leaveForm } from './unsaved.ts'
import { useTopmost } from './use-topmost.ts'

/** A modal dialog with a labeled close button. Closing it, as the topmost one, asks before discarding unsaved input. */
export function Dialog({ children, onClose, ...props }: ModalProps) {
  const t = useT()
  const body = useRef<HTMLDivElement>(null)
  useReturnFocus(props.opened)
  const isTopmost = useTopmost(props.opened)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('Close') }}
      {...props}
      returnFocus={false}
      onClose={() => isTopmost() && void leaveForm(body.current, onClose)}
    >
      <div ref={body} className={styles.inside}>
        {children}
      </div>
    </Modal>
  )
}
