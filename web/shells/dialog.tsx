import { Modal, type ModalProps } from '@mantine/core'
import { useT } from '../i18n/texts.tsx'

/** A dialog over the page, whose closing button has a name. */
export function Dialog(props: ModalProps) {
  const t = useT()
  return <Modal closeButtonProps={{ 'aria-label': t('Close') }} {...props} />
}
