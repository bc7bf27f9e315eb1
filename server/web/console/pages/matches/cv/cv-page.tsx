import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef } from 'react';
import type { CvPage as PageSize } from '../../../../../domain/cv/types.ts';
import { matchTexts } from '../../../texts/matches.ts';
import { type Mark, placeOf } from '../marks.ts';
import classes from './cv.module.css';

interface CvPageProps {
  pdf: PDFDocumentProxy;
  page: PageSize;
  /** In CSS pixels; the page is drawn anew when it changes. */
  widthPx: number;
  marks: readonly Mark[];
  isChosen: (mark: Mark) => boolean;
  /** The one that is scrolled to. */
  targetId: string | undefined;
  onMark: (mark: Mark) => void;
}

/** One page of the CV: the drawing, its text to select, and the places that speak for requirements. */
export function CvPage({ pdf, page, widthPx, marks, isChosen, targetId, onMark }: CvPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const stop = new AbortController();
    if (canvas.current && text.current) {
      void draw(
        { pdf, number: page.number, widthPx, canvas: canvas.current, text: text.current },
        stop.signal,
      );
    }
    return () => stop.abort();
  }, [pdf, page.number, widthPx]);

  return (
    <section
      className={classes.page}
      data-page={page.number}
      aria-label={matchTexts.cv.page(page.number)}
      style={
        { '--page-width': `${widthPx}px`, '--page-ratio': page.widthPt / page.heightPt } as CSSProperties
      }
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={text} className={classes.text} />
      {marks.map((mark) => (
        <button
          key={mark.id}
          type="button"
          className={classes.mark}
          style={placeOf(mark.box)}
          data-tone={mark.tone}
          data-mark={mark.id}
          data-chosen={isChosen(mark) || undefined}
          data-target={mark.id === targetId || undefined}
          aria-label={matchTexts.cv.mark(mark.label, mark.text)}
          aria-pressed={isChosen(mark)}
          onClick={() => onMark(mark)}
        >
          <span className={classes.tag} aria-hidden>
            {mark.label}
          </span>
        </button>
      ))}
    </section>
  );
}

interface Drawing {
  pdf: PDFDocumentProxy;
  number: number;
  widthPx: number;
  canvas: HTMLCanvasElement;
  text: HTMLDivElement;
}

async function draw({ pdf, number, widthPx, canvas, text }: Drawing, signal: AbortSignal): Promise<void> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  const sharpness = Math.min(2, Math.max(1.5, window.devicePixelRatio));
  const viewport = page.getViewport({ scale: scale * sharpness });
  // Drawn aside, so that the old drawing stays until the new one is there.
  const fresh = document.createElement('canvas');
  fresh.width = Math.ceil(viewport.width);
  fresh.height = Math.ceil(viewport.height);
  const task = page.render({ canvas: fresh, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await task.promise;
    if (signal.aborted) return;
    canvas.width = fresh.width;
    canvas.height = fresh.height;
    canvas.getContext('2d')?.drawImage(fresh, 0, 0);
    canvas.dataset.drawn = 'true';
    text.replaceChildren();
    text.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport: page.getViewport({ scale }),
    });
    await layer.render();
  } catch (error) {
    // What was called off is drawn again elsewhere; what is damaged stays white, its text is in the quotes.
    if (!signal.aborted) console.warn('A page of the CV could not be drawn.', error);
  }
}
