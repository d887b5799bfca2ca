// What the system's controls include and no file says: alignment insets and intrinsic sizes.
//
// Every number is here and nowhere else, with its origin:
//   [S] measured on the frames that Interface Builder stored in 1,542 public files (docs/storyboards.md);
//   [F] read off stored frames of single files while this table was made;
//   [A] Apple's documentation.

import Trellis

/// The numbers of one kind of control.
struct SystemControl {
  /// Where a control's intrinsic length comes from.
  enum Length: Equatable {
    /// There is none: the view takes any length.
    case none
    /// One of the lengths that releases of the system had, in points of the alignment rectangle, newest first.
    case known([Double])
    /// It depends on text and fonts: the stored length stands for it.
    case stored
    /// That of the view's image.
    case image
  }

  var width = Length.none
  var height = Length.none
  /// How far the alignment rectangle lies inside the frame.
  var insets = EdgeInsets.zero

  /// The control of an element on iOS and tvOS; plain where it is not a control.
  ///
  /// - Parameter toolsVersion: Of the Interface Builder that stored the frames.
  static func touch(_ element: String, toolsVersion: Double) -> SystemControl {
    var control = touchTable[element] ?? SystemControl()
    // The sliders of iOS 26 (Xcode 26, tools from 24,000) lie in their alignment rectangle [F]. 32,700 is what previews
    // of Xcode write.
    if element == "slider", (24_000..<32_700).contains(toolsVersion) {
      control.insets = .zero
      control.height = .known([34])
    }
    return control
  }

  private static let touchTable: [String: SystemControl] = [
    "label": SystemControl(width: .stored, height: .stored),
    "button": SystemControl(width: .stored, height: .stored),
    "textField": SystemControl(width: .stored, height: .stored),
    "segmentedControl": SystemControl(  // insets [S]
      width: .stored, height: .stored, insets: EdgeInsets(top: 0, leading: 0, bottom: 1, trailing: 0)),
    "imageView": SystemControl(width: .image, height: .image),  // [A]
    "switch": SystemControl(  // 61 × 28 since iOS 26 [S]
      width: .known([61, 49]), height: .known([28, 31]), insets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 2)),
    "slider": SystemControl(  // insets [S], heights [F]
      height: .known([30, 33]), insets: EdgeInsets(top: 0, leading: 2, bottom: 1, trailing: 2)),
    "stepper": SystemControl(width: .known([94]), height: .known([32, 29, 27])),  // [F]
    "progressView": SystemControl(height: .known([4, 2, 2.5])),  // [F]
    "activityIndicatorView": SystemControl(width: .known([20, 37]), height: .known([20, 37])),  // [F]
    "pageControl": SystemControl(width: .stored, height: .known([26, 37, 28])),  // [F]
    "pickerView": SystemControl(width: .known([320]), height: .known([216, 162, 180])),  // [A]
    "datePicker": SystemControl(width: .stored, height: .stored),
    "searchBar": SystemControl(height: .known([56, 44, 51])),  // [F]
    "navigationBar": SystemControl(height: .known([44, 54])),  // [S] (storyboards rule 10), [F]
    "toolbar": SystemControl(height: .known([44, 49])),  // [F]
    "tabBar": SystemControl(height: .known([49, 48])),  // [S] (storyboards rule 10)
    "visualEffectView": SystemControl(),
  ]

  /// The control of a view on macOS. Insets are [S] (storyboards rule 13), in the order top, leading, bottom, trailing.
  static func desktop(_ view: InterfaceView) -> SystemControl {
    let cell = view.cell ?? [:]
    let type = cell["type"] ?? view.attributes["type"] ?? ""
    switch view.element {
    case "textField":
      let isLabel = cell["drawsBackground"] != "YES" && cell["borderStyle"] == nil
      return SystemControl(
        width: .stored, height: .stored,
        insets: isLabel ? EdgeInsets(top: 0, leading: 2, bottom: 0, trailing: 2) : .zero)
    case "box" where view.attributes["boxType"] == "separator":
      // A line of one point in a frame of five [F]: files give it a height, or a width, of 1 and store 5.
      let isUpright = (view.frame?.width ?? 0) < (view.frame?.height ?? 0)
      return isUpright
        ? SystemControl(width: .known([1]), insets: EdgeInsets(top: 0, leading: 2, bottom: 0, trailing: 2))
        : SystemControl(height: .known([1]), insets: EdgeInsets(top: 2, leading: 0, bottom: 2, trailing: 0))
    case "box":
      return SystemControl(insets: EdgeInsets(top: 2, leading: 3, bottom: 4, trailing: 3))
    case "button" where type == "check" || type == "radio":
      return SystemControl(
        width: .stored, height: .stored, insets: EdgeInsets(top: 1, leading: 2, bottom: 1, trailing: 0))
    case "button" where type == "push":
      let isLarge = abs((view.frame?.height ?? 32) - 32) < 0.5
      let insets =
        isLarge
        ? EdgeInsets(top: 5, leading: 7, bottom: 7, trailing: 7)
        : EdgeInsets(top: 3, leading: 6, bottom: 4, trailing: 6)
      return SystemControl(width: .stored, height: .stored, insets: insets)
    case "popUpButton":
      return SystemControl(
        width: .stored, height: .stored, insets: EdgeInsets(top: 2, leading: 3, bottom: 4, trailing: 4))
    case "button", "comboBox", "searchField", "secureTextField", "segmentedControl", "datePicker", "stepper",
      "colorWell", "progressIndicator", "levelIndicator", "pathControl", "tokenField":
      return SystemControl(width: .stored, height: .stored)
    case "slider":
      return SystemControl(height: .stored)
    case "imageView":
      return SystemControl(width: .image, height: .image)
    default:
      return SystemControl()
    }
  }
}
