import { ActionIcon, Button, FileButton, Menu, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPhoto, IconShape, IconTypography } from '@tabler/icons-react'
import { uploadBannerPicture, type BrandKit } from '#contract/banners/banners.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { notify } from '../../shells/notify.tsx'
import { acceptOf, fileProblem, portraitRule } from '../../ui/check-file.ts'
import { addPicture, addShape, addText } from './edit-drawing.ts'
import styles from './banners.module.css'
import type { Designer } from './use-designer.ts'

/** Buttons that add elements, and undo and redo. */
export function Toolbar({ designer, kit, companyId }: { designer: Designer; kit: BrandKit; companyId: string }) {
  const t = useT()
  const { drawing, size, edit } = designer
  const addKind = (shape: 'rectangle' | 'ellipse' | 'line') => (): void => {
    const addition = addShape(drawing, size, kit, shape)
    edit(addition.drawing, addition.id)
  }
  const onText = (): void => {
    const addition = addText(drawing, size, kit, t('Your text'))
    edit(addition.drawing, addition.id)
  }
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Design tools')}>
      <Button variant="default" size="xs" leftSection={<IconTypography size={16} />} onClick={onText}>
        {t('Text')}
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconShape size={16} />}>
            {t('Shape')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={addKind('rectangle')}>{t('Rectangle')}</Menu.Item>
          <Menu.Item onClick={addKind('ellipse')}>{t('Ellipse')}</Menu.Item>
          <Menu.Item onClick={addKind('line')}>{t('Line')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PictureButton
        companyId={companyId}
        onAdded={(picture) => {
          const addition = addPicture(drawing, size, picture)
          edit(addition.drawing, addition.id)
        }}
      />
      <span className={styles.steps}>
        <Step label={t('Undo')} isOn={designer.canUndo} act={designer.undo} icon={<IconArrowBackUp size={17} />} />
        <Step label={t('Redo')} isOn={designer.canRedo} act={designer.redo} icon={<IconArrowForwardUp size={17} />} />
      </span>
    </div>
  )
}

function Step(props: { label: string; isOn: boolean; act: () => void; icon: React.ReactNode }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon variant="default" size={30} aria-label={props.label} disabled={!props.isOn} onClick={props.act}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}

type Added = { id: string; width: number; height: number }

/** Uploads a picture for a company's banners. */
export function PictureButton(props: { companyId: string; onAdded: (picture: Added) => void; label?: string }) {
  const t = useT()
  const upload = useAction(uploadBannerPicture, { invalidates: [], onDone: ({ data }) => props.onAdded(data) })
  const send = (file: File | null): void => {
    if (!file) return
    const problem = fileProblem(file, portraitRule)
    if (problem) return void notify('danger', t(problem))
    const form = new FormData()
    form.append('picture', file)
    upload.mutate(
      { params: { companyId: props.companyId }, form },
      { onError: (failure) => void notify('danger', failure.message) },
    )
  }
  return (
    <FileButton onChange={send} accept={acceptOf(portraitRule)}>
      {(button) => (
        <Button
          {...button}
          variant="default"
          size="xs"
          leftSection={<IconPhoto size={16} />}
          loading={upload.isPending}
        >
          {props.label ?? t('Image')}
        </Button>
      )}
    </FileButton>
  )
}
