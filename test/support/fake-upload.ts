import { replaceGlobal } from './console-hooks.ts';

/** An upload of the console whose other end is the test's. */
export class FakeUpload {
  static made: FakeUpload[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  url = '';
  form: FormData | undefined;
  status = 0;
  responseText = '';
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  open(_: string, url: string) {
    this.url = url;
    FakeUpload.made.push(this);
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.form = form;
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
  static replace(t: { after(end: () => unknown): void }): FakeUpload[] {
    FakeUpload.made = [];
    replaceGlobal(t, 'XMLHttpRequest', FakeUpload);
    return FakeUpload.made;
  }
}
