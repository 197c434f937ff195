import { open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of mails where there is no mail server. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

/** How much of a file is read: headers end long before. */
const HEAD = 64 * 1024

/** Files of mails whose To or Reply-To is one of these addresses. Mails sent through a server leave no file. */
export async function filesTo(dataDir: string, addresses: readonly string[]): Promise<string[]> {
  const folder = outboxFolder(dataDir)
  const names = await readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: string[] = []
  for (const name of names.filter(one => /\.eml(\.part)?$/.test(one)).sort()) {
    const people = peopleIn(await headOf(join(folder, name)))
    if (addresses.some(address => people.includes(address.toLowerCase()))) found.push(join(folder, name))
  }
  return found
}

export async function eraseFiles(files: readonly string[]): Promise<void> {
  for (const file of files)
    await unlink(file).catch(error => {
      if (error.code !== 'ENOENT') throw error
    })
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file).catch(error => {
    // Renamed or removed since the folder was read.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Every address in To and Reply-To. The service wrote these files, so each is `<address>` or the bare address. */
function peopleIn(text: string): string[] {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1)
  return head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap(line => /^(?:to|reply-to): *(.*)$/i.exec(line)?.[1] ?? [])
    .flatMap(value => value.toLowerCase().split(/[<>,\s]+/))
    .filter(word => word.includes('@'))
}
