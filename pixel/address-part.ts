import { hashOf } from './hash-of.ts'
import type { PartElement } from './load.ts'

const part = document.currentScript as PartElement
part.h = hashOf
