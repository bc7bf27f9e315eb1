import qrcode from 'qrcode-generator';

/** Light modules around the code, which scanners need. */
const MARGIN = 4;

/** A QR code drawn as one path: black on white in either scheme, for scanners. */
export function QrCode({ text, label, sizePx = 208 }: { text: string; label: string; sizePx?: number }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const side = modules + 2 * MARGIN;
  let path = '';
  for (let row = 0; row < modules; row += 1) {
    for (let column = 0; column < modules; column += 1) {
      if (code.isDark(row, column)) path += `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`;
    }
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={sizePx}
      height={sizePx}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, border: '1px solid var(--assay-line)' }}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
