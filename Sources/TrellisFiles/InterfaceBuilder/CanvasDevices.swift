// The devices that Interface Builder shows: screen, pixels per point, size classes and safe area.
//
// Screens and scales are Apple's published ones; safe areas are those of storyboards rule 10 where that has them
// (measured on stored frames), else those of the simulator. Size classes follow the Human Interface Guidelines.

import Trellis

/// A device whose screen layouts are shown on.
public struct InterfaceDevice: Sendable, Hashable {
  /// The name that Interface Builder writes, such as `retina6_1`.
  public var id: String
  /// A name for people, such as `iPhone 11`.
  public var name: String
  /// The screen in portrait, in points.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// Whether it is an iPad.
  public var isPad: Bool
  /// Safe area in portrait: top (status bar and sensors) and bottom (home indicator), in points.
  public var safeTop: Double
  /// See ``safeTop``.
  public var safeBottom: Double

  /// All devices that the table knows, phones first, small before large.
  public static let all: [InterfaceDevice] = [
    phone("retina3_5", "iPhone 4s", 320, 480, 2, 20, 0),
    phone("retina4_0", "iPhone SE (1st)", 320, 568, 2, 20, 0),
    phone("retina4_7", "iPhone SE (3rd)", 375, 667, 2, 20, 0),
    phone("retina5_5", "iPhone 8 Plus", 414, 736, 3, 20, 0),
    phone("retina5_4", "iPhone 13 mini", 375, 812, 3, 50, 34),
    phone("retina5_9", "iPhone 11 Pro", 375, 812, 3, 44, 34),
    phone("retina6_0", "iPhone 14", 390, 844, 3, 47, 34),
    phone("retina6_1", "iPhone 11", 414, 896, 2, 48, 34),
    phone("retina6_12", "iPhone 15", 393, 852, 3, 59, 34),
    phone("retina6_3", "iPhone 16 Pro", 402, 874, 3, 62, 34),
    phone("retina6_5", "iPhone 11 Pro Max", 414, 896, 3, 44, 34),
    phone("retina6_7", "iPhone 14 Plus", 428, 926, 3, 47, 34),
    phone("retina6_72", "iPhone 15 Plus", 430, 932, 3, 59, 34),
    phone("retina6_9", "iPhone 16 Pro Max", 440, 956, 3, 62, 34),
    pad("ipad8_3rounded", "iPad mini (6th)", 744, 1133, 24, 20),
    pad("ipad9_7", "iPad (6th)", 768, 1024, 20, 0),
    pad("ipad10_2", "iPad (9th)", 810, 1080, 20, 0),
    pad("ipad10_5", "iPad Air (3rd)", 834, 1112, 20, 0),
    pad("ipad10_9rounded", "iPad (10th)", 820, 1180, 24, 20),
    pad("ipad11_0rounded", "iPad Pro 11″", 834, 1194, 24, 20),
    pad("ipad12_9", "iPad Pro 12.9″ (2nd)", 1024, 1366, 20, 0),
    pad("ipad12_9rounded", "iPad Pro 12.9″ (6th)", 1024, 1366, 24, 20),
  ]

  /// The device with an id, or one of the same number of inches.
  public static func named(_ id: String) -> InterfaceDevice? {
    all.first { $0.id == id } ?? all.first { $0.id.hasPrefix(id) || id.hasPrefix($0.id) }
  }

  /// A device that the table does not know: with the bars of the one whose screen is as large, or of the newest, as such
  /// a device is newer than the table.
  static func unknown(_ id: String, size: Size) -> InterfaceDevice? {
    let family = all.filter { $0.isPad == id.hasPrefix("ipad") }
    var device = family.last { $0.size == size } ?? family.last
    device?.id = id
    device?.name = id
    device?.size = size
    return device
  }

  private static func phone(
    _ id: String, _ name: String, _ width: Double, _ height: Double, _ scale: Double, _ top: Double, _ bottom: Double
  ) -> InterfaceDevice {
    InterfaceDevice(
      id: id, name: name, size: Size(width: width, height: height), scale: scale, isPad: false, safeTop: top,
      safeBottom: bottom)
  }

  private static func pad(
    _ id: String, _ name: String, _ width: Double, _ height: Double, _ top: Double, _ bottom: Double
  ) -> InterfaceDevice {
    InterfaceDevice(
      id: id, name: name, size: Size(width: width, height: height), scale: 2, isPad: true, safeTop: top,
      safeBottom: bottom)
  }

  /// Whether the screen's corners are round: what the status bar is on older ones.
  var isNotched: Bool { safeBottom > 0 }

  /// The screen as it is held.
  func size(isLandscape: Bool) -> Size {
    isLandscape ? Size(width: size.height, height: size.width) : size
  }

  /// The safe area as it is held, without bars.
  func safeArea(isLandscape: Bool) -> EdgeInsets {
    if !isLandscape { return EdgeInsets(top: safeTop, leading: 0, bottom: safeBottom, trailing: 0) }
    if isPad { return EdgeInsets(top: safeTop, leading: 0, bottom: safeBottom, trailing: 0) }
    // A phone on its side has no status bar, its sensors at both sides and a lower home indicator.
    guard isNotched else { return .zero }
    return EdgeInsets(top: 0, leading: safeTop, bottom: 21, trailing: safeTop)
  }

  /// The size classes as it is held: large phones are regular in width on their side.
  func classes(isLandscape: Bool) -> SizeClasses {
    if isPad { return SizeClasses(width: .regular, height: .regular) }
    if !isLandscape { return SizeClasses(width: .compact, height: .regular) }
    return SizeClasses(width: size.width >= 414 ? .regular : .compact, height: .compact)
  }
}

/// What a unit is laid out on.
public struct Canvas: Sendable {
  /// The device; nil where a file names none.
  public var device: InterfaceDevice?
  /// Whether it lies on its side.
  public var isLandscape: Bool
  var classes: SizeClasses
  /// Pixels per point.
  public var scale: Double

  /// A device in one orientation.
  public init(_ device: InterfaceDevice, isLandscape: Bool = false) {
    self.device = device
    self.isLandscape = isLandscape
    classes = device.classes(isLandscape: isLandscape)
    scale = device.scale
  }

  /// The canvas that a file was saved with.
  init(of model: InterfaceModel) {
    guard let saved = model.device else {
      self.init(device: nil, classes: SizeClasses(), scale: 2)
      return
    }
    let known =
      InterfaceDevice.named(saved.id)
      ?? model.screenOfRoots(isLandscape: saved.isLandscape).flatMap { InterfaceDevice.unknown(saved.id, size: $0) }
    let isPad = saved.id.hasPrefix("ipad")
    let guess = SizeClasses(
      width: isPad ? .regular : .compact, height: isPad || !saved.isLandscape ? .regular : .compact)
    self.init(
      device: known, classes: known?.classes(isLandscape: saved.isLandscape) ?? guess, scale: known?.scale ?? 2)
    isLandscape = saved.isLandscape
    // Beside another app an iPad is as narrow as a phone.
    if let adaptation = saved.adaptation, adaptation != "fullscreen", known?.isPad ?? true {
      classes.width = adaptation.contains("2_3") ? .regular : .compact
    }
    if model.platform == .tvOS { classes = SizeClasses(width: .regular, height: .regular) }
    if model.platform != .iOS {
      device = nil
      scale = model.platform == .tvOS ? 1 : 2
    }
  }

  private init(device: InterfaceDevice?, classes: SizeClasses, scale: Double) {
    self.device = device
    self.classes = classes
    self.scale = scale
    isLandscape = false
  }
}

extension InterfaceModel {
  /// The most frequent size of controllers' roots, in portrait; of several, the first.
  fileprivate func screenOfRoots(isLandscape: Bool) -> Size? {
    var counts: [(size: Size, count: Int)] = []
    for root in units where root.kind == .controller {
      guard var size = views[root.view].frame?.size, size.width > 0, size.height > 0 else { continue }
      if isLandscape { size = Size(width: size.height, height: size.width) }
      if let index = counts.firstIndex(where: { $0.size == size }) {
        counts[index].count += 1
      } else {
        counts.append((size, 1))
      }
    }
    var best: (size: Size, count: Int)?
    for entry in counts where entry.count > (best?.count ?? 0) { best = entry }
    return best?.size
  }
}
