import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconLock, IconLockOpen, type Icon } from '@tabler/icons-react'
import type { BannerElement } from '#contract/banners/drawing.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { changeElement, moveLayer } from './edit-drawing.ts'
import { nameOfElement } from './element-name.ts'
import styles from './banners.module.css'
import type { Designer } from './use-designer.ts'

/** The list of elements, from the top layer to the bottom. */
export function Layers({ designer }: { designer: Designer }) {
  const t = useT()
  const { elements } = designer.drawing
  return (
    <TitledCard title={t('Layers')}>
      {elements.length === 0 && <p className={styles.muted}>{t('Add text, a shape or an image.')}</p>}
      <ul className={styles.layers}>
        {elements.toReversed().map((element) => (
          <Layer key={element.id} element={element} designer={designer} />
        ))}
      </ul>
    </TitledCard>
  )
}

function Layer({ element, designer }: { element: BannerElement; designer: Designer }) {
  const t = useT()
  const name = nameOfElement(element, t)
  const values = { name: isolate(name) }
  const { drawing, edit, select, selected } = designer
  const acts: [Icon, string, () => void][] = [
    [IconArrowUp, t('Move {name} up', values), () => edit(moveLayer(drawing, element.id, 1))],
    [IconArrowDown, t('Move {name} down', values), () => edit(moveLayer(drawing, element.id, -1))],
    [
      element.hidden ? IconEyeOff : IconEye,
      element.hidden ? t('Show {name}', values) : t('Hide {name}', values),
      () => edit(changeElement(drawing, element.id, { hidden: !element.hidden })),
    ],
    [
      element.locked ? IconLock : IconLockOpen,
      element.locked ? t('Unlock {name}', values) : t('Lock {name}', values),
      () => edit(changeElement(drawing, element.id, { locked: !element.locked })),
    ],
  ]
  return (
    <li className={styles.layer} data-selected={selected?.id === element.id || undefined}>
      <button type="button" className={styles.layerName} onClick={() => select(element.id)}>
        <bdi>{name}</bdi>
      </button>
      {acts.map(([Sign, label, act]) => (
        <ActionIcon key={label} variant="subtle" size={28} aria-label={label} onClick={act}>
          <Sign size={15} stroke={1.75} />
        </ActionIcon>
      ))}
    </li>
  )
}
