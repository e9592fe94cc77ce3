import { useEffect } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { changeElement, duplicateElement, moveLayer, removeElement } from './edit-drawing.ts'
import type { Designer } from './use-designer.ts'

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Handles a key; returns whether the designer uses it. */
function press(event: KeyboardEvent, designer: Designer, save: () => void): boolean {
  const { drawing, selected } = designer
  if (event.ctrlKey || event.metaKey) return pressWithControl(event, designer, save)
  if (!selected) return false
  const [x, y] = arrows[event.key] ?? [0, 0]
  if (x !== 0 || y !== 0) {
    const by = event.shiftKey ? 10 : 1
    if (!selected.locked)
      designer.edit(changeElement(drawing, selected.id, { x: selected.x + x * by, y: selected.y + y * by }))
    return true
  }
  if (event.key === 'Delete' || event.key === 'Backspace') {
    if (!selected.locked) designer.edit(removeElement(drawing, selected.id), null)
    return true
  }
  if (event.key === 'Escape') designer.select(null)
  return event.key === 'Escape'
}

function pressWithControl(event: KeyboardEvent, designer: Designer, save: () => void): boolean {
  const { drawing, selected } = designer
  const key = event.key.toLowerCase()
  if (key === 's') save()
  else if (key === 'z' && !event.shiftKey) designer.undo()
  else if (key === 'y' || key === 'z') designer.redo()
  else if (key === 'd' && selected) {
    const copy = duplicateElement(drawing, selected.id)
    if (copy) designer.edit(copy.drawing, copy.id)
  } else if ((key === ']' || key === '[') && selected)
    designer.edit(moveLayer(drawing, selected.id, key === ']' ? 1 : -1))
  else return false
  return true
}

/** The designer's keyboard shortcuts, active everywhere except in fields and dialogs. */
export function useKeys(designer: Designer, save: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const saves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
      if ((isTyping(event.target) && !saves) || document.querySelector('[role="dialog"]')) return
      if (press(event, designer, save)) event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [designer, save])
}
