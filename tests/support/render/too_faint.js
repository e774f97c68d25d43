// Texts whose contrast with what lies behind them is under 4.5:1 (WCAG 2, success criterion 1.4.3).
() => {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) =>
    0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const [r, g, b, alpha = 1] = channels(getComputedStyle(each).backgroundColor);
      if (alpha > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const contrast = (one, other) => {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.getClientRects().length) continue;
    const ratio = contrast(channels(getComputedStyle(element).color), behind(element));
    if (ratio < 4.5) faint.push(`${texts.currentNode.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return faint;
}
