// node compress.mjs FOLDER: writes a .br and a .gz beside every file whose compressed copy is older.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const brotli = (data) =>
  brotliCompressSync(data, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
  });
const encoders = { '.br': brotli, '.gz': (data) => gzipSync(data, { level: 9 }) };

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) compress(file);
    else if (!/\.(br|gz)$/.test(file)) {
      for (const [suffix, encode] of Object.entries(encoders)) {
        if (changed(file + suffix) < changed(file)) writeFileSync(file + suffix, encode(readFileSync(file)));
      }
    }
  }
}

compress(process.argv[2]);
