import { useState } from 'react'
import type { Banner } from '#contract/banners/banners.ts'
import type { BannerElement, Drawing } from '#contract/banners/drawing.ts'
import type { BannerSize } from '#contract/banners/sizes.ts'
import { begin, change, preview, redo, settle, undo, type History } from './history.ts'

export interface Designer {
  size: BannerSize
  drawing: Drawing
  selected: BannerElement | null
  select: (id: string | null) => void
  /** Changes the drawing as one undoable step. */
  edit: (next: Drawing, selectedId?: string | null) => void
  /** Changes the drawing during a gesture; `settle` turns the gesture into one step. */
  preview: (next: Drawing) => void
  settle: () => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  isDirty: boolean
  /** Marks this drawing as saved. */
  markSaved: (drawing: Drawing) => void
}

/** State of the designer: the drawing, its history and the selection. */
export function useDesigner(banner: Banner): Designer {
  const [history, setHistory] = useState<History<Drawing>>(() => begin(banner.drawing))
  const [lastSave, setLastSave] = useState(banner.drawing)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const drawing = history.present
  return {
    size: banner.size,
    drawing,
    selected: drawing.elements.find(({ id }) => id === selectedId) ?? null,
    select: setSelectedId,
    edit: (next, id) => {
      setHistory((now) => change(now, next))
      if (id !== undefined) setSelectedId(id)
    },
    preview: (next) => setHistory((now) => preview(now, next)),
    settle: () => setHistory(settle),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isDirty: drawing !== lastSave,
    markSaved: setLastSave,
  }
}
