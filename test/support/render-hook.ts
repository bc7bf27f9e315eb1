import { createElement, type ReactNode } from 'react';

/**
 * Just enough of a page for React to run hooks in: nothing is drawn, so no element is ever made.
 */
function emptyPage() {
  const listening = { addEventListener() {}, removeEventListener() {} };
  const window = Object.assign(globalThis as Record<string, unknown>, {
    window: globalThis,
    HTMLIFrameElement: class {},
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  const document = {
    ...listening,
    nodeType: 9,
    defaultView: window,
    activeElement: null,
    createElement: () => ({ ...listening, style: {}, setAttribute() {} }),
  };
  window.document = document;
  return {
    ...listening,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument: document,
    textContent: '',
  };
}

function Probe<Props>({ use, props }: { use: (props: Props) => void; props: Props }) {
  use(props);
  return null;
}

type Cleanup = { after(end: () => unknown): void };

/**
 * Runs a hook as a page does: effects, updates, and what they leave behind when the page is left.
 *
 * @param useIt called with the latest props, on every render
 * @param wrap e.g. in a `QueryClientProvider`
 */
export async function renderHook<Props, Result>(
  t: Cleanup,
  useIt: (props: Props) => Result,
  initial: Props,
  wrap: (inner: ReactNode) => ReactNode = (inner) => inner,
) {
  const page = emptyPage();
  // React looks for a page when it is loaded.
  const { act } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(page as unknown as HTMLElement);
  let latest: Result | undefined;
  const use = (props: Props) => {
    latest = useIt(props);
  };
  const render = (props: Props) =>
    act(async () => root.render(wrap(createElement(Probe<Props>, { use, props }))));
  let isLeft = false;
  const leave = async () => {
    if (isLeft) return;
    isLeft = true;
    await act(async () => root.unmount());
  };
  t.after(leave);
  await render(initial);
  return {
    result: () => latest as Result,
    render,
    /** Does something and waits until the hook has taken notice. */
    act: (deed: () => unknown) => act(async () => void (await deed())),
    leave,
  };
}
