import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Disk {
  readonly freeBytes: number
  readonly bytes: number
}

/** The disk that a folder lies on, or will lie on once it is made. */
export async function diskOf(folder: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, bytes: blocks * bsize }
  } catch (error) {
    const above = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return await diskOf(above)
  }
}
