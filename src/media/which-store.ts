import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import { folderStore } from './folder-store.ts'
import type { MediaStore } from './store.ts'

/** Where the pictures and documents of this installation lie. */
export const storeOf = ({ dataDir }: Pick<Config, 'dataDir'>): MediaStore =>
  folderStore(join(dataDir, 'media'))
