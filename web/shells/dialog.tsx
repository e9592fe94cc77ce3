import { Modal, type ModalProps } from '@mantine/core'
import { useRef } from 'react'
import { useT } from '../i18n/texts.tsx'
import { useReturnFocus } from './return-focus.ts'
import { leaveForm } from './unsaved.ts'

/** A dialog over the page, whose closing button has a name. What is typed in it is not lost without a question. */
export function Dialog({ children, onClose, ...props }: ModalProps) {
  const t = useT()
  const body = useRef<HTMLDivElement>(null)
  useReturnFocus(props.opened)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('Close') }}
      {...props}
      returnFocus={false}
      onClose={() => void leaveForm(body.current, onClose)}
    >
      <div ref={body}>{children}</div>
    </Modal>
  )
}
